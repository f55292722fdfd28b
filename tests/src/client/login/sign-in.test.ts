import { expect, test } from 'vitest'
import { missingOf } from '../../../../src/client/login/credentials.ts'
import { lacksOf, mustChoose } from '../../../../src/client/login/sign-in.ts'
import type { LoginRecord } from '../../../../src/client/signed-in/login-record.ts'

const role = (roleCode: string) => ({ roleCode, roleName: roleCode })
const department = (orgCode: string) => ({ id: orgCode, departName: orgCode, orgCode })
const loginWith = (part: Partial<LoginRecord>): LoginRecord => ({
  token: 't',
  user: { id: '1', username: 'a', realname: 'A', roleCode: '1' },
  roles: [role('1')],
  departments: [department('A01')],
  savedAt: 0,
  ...part,
})

test('each empty field shows its own sentence', () => {
  expect(missingOf({ username: ' ', password: '', captcha: '' }, true)).toEqual({
    username: '请输入用户名',
    password: '请输入密码',
    captcha: '请输入验证码',
  })
})

test('no captcha is required if the server shows none', () => {
  expect(missingOf({ username: 'a', password: 'b', captcha: '' }, false)).toEqual({})
})

test('a user with several roles or departments chooses one; a single one is used directly', () => {
  expect(mustChoose(loginWith({}))).toBe(false)
  expect(mustChoose(loginWith({ roles: [role('1'), role('2')] }))).toBe(true)
  expect(mustChoose(loginWith({ departments: [department('A01'), department('A02')] }))).toBe(true)
})

test('an account without role or department is told so in the document’s words', () => {
  expect(lacksOf(loginWith({ roles: [], departments: [] }))).toEqual(['您尚未选择角色,请确认账号信息', '您尚未归属部门,请确认账号信息'])
})
