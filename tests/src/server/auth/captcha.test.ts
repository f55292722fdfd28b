import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaptchas } from '../../../../src/server/auth/captcha.ts'
import { databaseKeys } from '../../../../src/server/auth/short-lived/database-keys.ts'
import { adminPassword, testApp, type TestApp } from '../../../support/build-app.ts'

let shiyan: TestApp
beforeAll(async () => {
  shiyan = await testApp({ database: 'sqlite', env: { CAPTCHA: 'on' } })
})
afterAll(() => shiyan.close())

test('a login asks for the picture code before anything else', async () => {
  const picture = await shiyan.call<string>('GET', '/sys/randomImage/1')
  expect(picture.body.result).toMatch(/^data:image\/svg\+xml;base64,/)
  const login = (captcha: string) =>
    shiyan.call('POST', '/sys/login', { body: { username: 'admin', password: adminPassword, captcha, checkKey: '1' } })
  expect((await login('')).body.message).toBe('验证码无效')
  expect((await login('????')).body.message).toBe('验证码错误')
})

test('a code is valid for one check, right or wrong, within five minutes', async () => {
  let now = Date.now()
  const keys = databaseKeys(shiyan.app.engine.db, () => now)
  const captchas = createCaptchas(keys)
  const guessed = (key: string) => captchas.take(key, 'zzzz')
  await captchas.draw('a')
  expect(await guessed('a')).toBe(false)
  expect(await guessed('unknown')).toBe(false)
  const codes = createCaptchas(keys, () => ({ text: 'AbCd', data: '<svg/>' }))
  await codes.draw('a')
  await codes.draw('a')
  expect(await codes.take('a', ' abcd ')).toBe(true)
  expect(await codes.take('a', 'abcd')).toBe(false)
  await codes.draw('b')
  expect(await codes.take('b', 'no')).toBe(false)
  expect(await codes.take('b', 'abcd')).toBe(false)
  await codes.draw('c')
  now += 5 * 60_000 + 1
  expect(await codes.take('c', 'abcd')).toBe(false)
})
