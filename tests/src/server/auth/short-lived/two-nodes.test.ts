import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../../../../../src/server/auth/short-lived/one-time-keys.ts'
import { adminPassword, testApp, type TestApp } from '../../../../support/build-app.ts'
import { hasPostgres } from '../../../../support/databases.ts'
import { freshDatabase } from '../../../../support/postgres.ts'
import { hasRedis, startRedis, type RunningRedis } from '../../../../support/redis.ts'
import { startSmsGateway, type SmsGateway } from '../../../../support/sms-gateway.ts'

const away = '验证服务暂时不可用，请稍后再试！'
const password = 'Shiyan-2026'
const missing = [...(hasPostgres() ? [] : ['PostgreSQL']), ...(hasRedis() ? [] : ['Redis'])]

describe.skipIf(missing.length > 0)(`two nodes, one Redis${missing.map((name) => `, but ${name} is not installed`).join()}`, () => {
  let redis: RunningRedis
  let gateway: SmsGateway
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let nodes: readonly [TestApp, TestApp]
  /** A browser of nobody's, which looks into Redis. */
  let watcher: Redis
  beforeAll(async () => {
    redis = await startRedis()
    gateway = await startSmsGateway()
    database = await freshDatabase()
    const env = { DATABASE_URL: database.url, REDIS_URL: redis.url, CAPTCHA: 'on', SMS: gateway.url, SMS_TOKEN: 't', TRUST_PROXY: 'on' }
    nodes = [await testApp({ database: 'sqlite', env }), await testApp({ database: 'sqlite', env })]
    watcher = new Redis(redis.url)
    watcher.on('error', () => undefined)
  })
  afterAll(async () => {
    watcher.disconnect()
    for (const node of nodes) await node.close()
    await database.drop()
    await gateway.close()
    await redis.stop()
  })

  const textOf = async (checkKey: string): Promise<string> => {
    const [place = ''] = await watcher.keys(`*key:${hashOf('captcha', checkKey)}`)
    return (await watcher.hget(place, 'data')) ?? ''
  }
  /** A picture from one node, the login at another. */
  async function login(drawing: TestApp, node: TestApp, secret = adminPassword, username = 'admin') {
    const checkKey = randomUUID()
    await drawing.call('GET', `/sys/randomImage/${checkKey}`)
    return node.call<{ token: string }>('POST', '/sys/login', {
      body: { username, password: secret, captcha: await textOf(checkKey), checkKey },
    })
  }
  const askCode = (node: TestApp, mobile: string) => node.call('POST', '/sys/sms', { body: { mobile, smsmode: '1' } })
  const register = (node: TestApp, phone: string, smscode: string) =>
    node.call('POST', '/sys/user/register', {
      body: { username: `u${phone}`, password, confirmpassword: password, phone, smscode },
    })
  const users = async () => (await nodes[0].app.engine.db.read.selectFrom('sys_user').select('username').execute()).length

  test('a picture drawn by one is checked by the other, once', async () => {
    const [one, other] = nodes
    expect((await login(one, other)).body.success).toBe(true)
    const checkKey = randomUUID()
    await one.call('GET', `/sys/randomImage/${checkKey}`)
    const captcha = await textOf(checkKey)
    const check = (node: TestApp) => node.call('POST', '/sys/checkCaptcha', { body: { captcha, checkKey } })
    const answers = await Promise.all([check(one), check(other), check(one)])
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  })

  test('a code that one sent registers at the other, once, and nothing of it is in the database', async () => {
    const [one, other] = nodes
    const phone = '13800000001'
    expect((await askCode(one, phone)).body.message).toBe('验证码已发送')
    expect((await askCode(other, phone)).body.message).toBe('验证码10分钟内，仍然有效！')
    const code = gateway.codeFor(phone)
    expect(await one.app.engine.db.read.selectFrom('sys_one_time_key').select('key_hash').execute()).toEqual([])
    const answers = await Promise.all([register(other, phone, code), register(one, phone, code)])
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect((await register(one, phone, code)).body.message).not.toBe('注册成功')
  })

  test('tries that one is checking count for the other', async () => {
    const [one, other] = nodes
    const wrong = Array.from({ length: 14 }, (_, n) => login(one, n % 2 ? one : other, 'Wrong-2026', 'nobody'))
    const messages = (await Promise.all(wrong)).map(({ body }) => body.message)
    expect(messages.filter((message) => message === '用户名或密码错误').length).toBeLessThanOrEqual(6)
  })

  test('while Redis is away nobody signs in and no code is sent, each with a sentence; who is signed in works on; it comes back alone', async () => {
    const [one, other] = nodes
    const { token } = (await login(one, other)).body.result
    const phone = '13800000002'
    await askCode(one, phone)
    const code = gateway.codeFor(phone)
    const before = await users()
    const sent = gateway.arrived.length
    await redis.stop()
    const calls = () => [
      one.call('GET', '/sys/randomImage/1'),
      other.call('POST', '/sys/login', { body: { username: 'admin', password: adminPassword, captcha: 'abcd', checkKey: '1' } }),
      askCode(one, '13800000003'),
      register(other, phone, code),
      one.call('POST', '/sys/passkey/loginOptions', { body: {} }),
    ]
    await expect.poll(async () => (await Promise.all(calls())).map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    for (const { body } of await Promise.all(calls())) expect(body.message).toBe(away)
    expect([await users(), gateway.arrived.length]).toEqual([before, sent])
    for (const node of nodes) expect((await node.call('GET', '/sys/user/list', { as: token })).status).toBe(200)

    redis = await startRedis(Number(new URL(redis.url).port))
    await expect.poll(async () => (await login(one, other).catch(() => undefined))?.body.success).toBe(true)
    await expect.poll(async () => (await login(other, one).catch(() => undefined))?.body.success).toBe(true)
    // This Redis has forgotten all codes: the old one is wrong, and another may be asked for.
    expect((await register(other, phone, code)).body.message).toBe('手机验证码错误')
    expect((await askCode(other, phone)).body.message).toBe('验证码已发送')
    expect((await register(one, phone, gateway.codeFor(phone))).body.message).toBe('注册成功')
  })

  test('a Redis that has forgotten everything forgets no wrong password and no code that was sent', async () => {
    const [one, other] = nodes
    for (let n = 0; n < 6; n++) await login(one, n % 2 ? one : other, 'Wrong-2026', 'guessed')
    const phone = '13800000004'
    for (let n = 0; n < 5; n++) {
      expect((await askCode(one, phone)).body.message).toBe('验证码已发送')
      await watcher.flushall()
    }
    expect((await askCode(other, phone)).status).toBe(429)
    for (const node of nodes) expect((await login(node, node, 'Wrong-2026', 'guessed')).status).toBe(429)
  })

  test('a Redis that hangs is one that is away', async () => {
    const [one] = nodes
    await watcher.call('client', 'pause', '6000', 'ALL')
    const answer = await one.call('GET', '/sys/randomImage/2')
    expect([answer.status, answer.body.message]).toEqual([503, away])
    await expect.poll(async () => (await one.call('GET', '/sys/randomImage/2')).status).toBe(200)
  })
})
