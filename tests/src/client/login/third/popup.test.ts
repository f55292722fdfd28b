// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { answerOf } from '../../../../../src/client/login/third/popup.ts'

test('each message of a popup is understood, and anything else is not recognised', () => {
  const ticket = 'x'.repeat(43)
  const account = { isObj: true, source: 'github', uuid: 'u', username: 'n', operateCode: 'c' }
  expect(answerOf('登录失败')).toEqual({ kind: 'failed' })
  expect(answerOf('绑定手机号,abc')).toEqual({ kind: 'phone', uuid: 'abc' })
  expect(answerOf(ticket)).toEqual({ kind: 'ticket', ticket })
  expect(answerOf(account)).toMatchObject({ kind: 'sameName', account })
  for (const other of ['', 'made up', '绑定手机号,', null, 7, [], {}, { ...account, isObj: false }, { ...account, uuid: '' }])
    expect(answerOf(other)).toEqual({ kind: 'unknown' })
})
