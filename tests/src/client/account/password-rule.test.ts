import { expect, test } from 'vitest'
import { fieldProblems, isStrong } from '../../../../src/client/account/password-rule.ts'

test.each(['Abcd#123', 'lower-case-1', '12345678a!'])('%s is strong enough', (password) => {
  expect(isStrong(password)).toBe(true)
})

test.each(['Ab#1', 'abcdefgh1', 'abcdefgh#', '12345678#', 'abcd 1234'])('%s is not strong enough', (password) => {
  expect(isStrong(password)).toBe(false)
})

test('refusals land on the fields that the form has', () => {
  expect(fieldProblems({ oldpassword: '旧密码输入错误!', other: 'x' }, ['oldpassword'])).toEqual([
    { field: 'oldpassword', sentence: '旧密码输入错误!' },
  ])
  expect(fieldProblems(undefined, ['oldpassword'])).toEqual([])
})
