import { expect, test } from 'vitest'
import { loginAddress, returnAddress } from '../../../../src/client/signed-in/return-address.ts'

test('the return address survives the login, with its filters', () => {
  const address = loginAddress({ pathname: '/teaching/course', search: '?pageNo=2&semester=7' })
  expect(returnAddress(address.slice(address.indexOf('?')))).toBe('/teaching/course?pageNo=2&semester=7')
})

test('the landing page is the default and is left out of the address', () => {
  expect(loginAddress({ pathname: '/', search: '' })).toBe('/user/login')
  expect(loginAddress({ pathname: '/dashboard/analysis', search: '' })).toBe('/user/login')
  expect(loginAddress({ pathname: '/login', search: '' })).toBe('/user/login')
  expect(returnAddress('')).toBe('/dashboard/analysis')
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/user/login',
  '/login',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/\t\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/x/../user/login',
])('a login never leads to %s', (asked) => {
  expect(returnAddress(`?redirect=${encodeURIComponent(asked)}`)).toBe('/dashboard/analysis')
})
