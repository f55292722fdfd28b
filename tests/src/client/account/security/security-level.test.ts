import { expect, test } from 'vitest'
import { securityLevel } from '../../../../../src/client/account/security/security-level.ts'

const bare = { phone: false, email: false, twoStep: false, passkey: false }

test('the password alone is low, a way back or a second proof is middle, both are high', () => {
  expect(securityLevel(bare).name).toBe('低')
  for (const one of ['phone', 'email', 'twoStep', 'passkey'] as const) expect(securityLevel({ ...bare, [one]: true }).name, one).toBe('中')
  for (const proof of ['twoStep', 'passkey'] as const)
    for (const way of ['phone', 'email'] as const)
      expect(securityLevel({ ...bare, [proof]: true, [way]: true })).toEqual({ name: '高', percent: 100, advice: '' })
})

test('the advice names what is missing, and nothing that is bound', () => {
  expect(securityLevel(bare).advice).toMatch(/手机.*两步验证/)
  expect(securityLevel({ ...bare, phone: true }).advice).not.toContain('绑定手机')
  expect(securityLevel({ ...bare, passkey: true }).advice).not.toContain('通行密钥')
})
