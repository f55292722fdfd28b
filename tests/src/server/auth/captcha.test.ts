import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaptchas } from '../../../../src/server/auth/captcha.ts'
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
  let now = 1
  const captchas = createCaptchas(() => now)
  const guessed = (key: string) => captchas.take(key, 'zzzz')
  await captchas.draw('a')
  expect(guessed('a')).toBe(false)
  expect(guessed('unknown')).toBe(false)
  const codes = createCaptchas(
    () => now,
    () => ({ text: 'AbCd', data: '<svg/>' }),
  )
  await codes.draw('a')
  expect(codes.take('a', ' abcd ')).toBe(true)
  expect(codes.take('a', 'abcd')).toBe(false)
  await codes.draw('b')
  expect(codes.take('b', 'no')).toBe(false)
  expect(codes.take('b', 'abcd')).toBe(false)
  await codes.draw('c')
  now += 5 * 60_000 + 1
  expect(codes.take('c', 'abcd')).toBe(false)
})
