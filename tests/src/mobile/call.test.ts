// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { isSignedOut, mayPassLater, openAnswer, Refusal } from '../../../src/mobile/call.ts'
import { keepLogin, loginState } from '../../../src/mobile/login/login-state.ts'

const login = (token: string) => ({
  token,
  user: { id: '1', username: 's1', realname: '学生', roleCode: '4' },
  roles: [],
  departments: [],
  savedAt: Date.now(),
})
const refusalOf = (status: number, text: string, token?: string): Refusal => {
  try {
    openAnswer(status, text, token)
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error('it was not refused')
}

beforeEach(() => keepLogin(login('now')))

test('a refusal by a rule is final; a server that is unreachable, busy or failing is asked again', () => {
  expect(mayPassLater(refusalOf(200, '{"success":false,"message":"已评分，不能再提交！"}'))).toBe(false)
  expect(mayPassLater(refusalOf(422, '{"success":false,"message":"请上传图片","details":{"filePaths":"请上传图片"}}'))).toBe(false)
  expect(mayPassLater(refusalOf(413, '{"success":false,"message":"文件过大"}'))).toBe(false)
  for (const status of [0, 408, 429, 500, 502, 503]) expect(mayPassLater(refusalOf(status, '')), String(status)).toBe(true)
})

test('a page from somewhere else (a network with its own login) does not count as an answer', () => {
  const refusal = refusalOf(200, '<html>校园网登录</html>')
  expect(mayPassLater(refusal)).toBe(true)
  expect(refusal.message).toMatch(/[\u4e00-\u9fff]/)
})

test('the end of a login is reported once, and not by a late answer to an earlier login', () => {
  const dead = '{"success":false,"code":401,"message":"Token失效，请重新登录"}'
  expect(isSignedOut(refusalOf(401, dead, 'before'))).toBe(true)
  expect(loginState.get().expired).toBeUndefined()
  refusalOf(401, dead, 'now')
  expect(loginState.get()).toMatchObject({ login: { token: 'now' }, expired: 'Token失效，请重新登录' })
  keepLogin(login('again'))
  expect(loginState.get().expired).toBeUndefined()
})
