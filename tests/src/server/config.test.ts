import { expect, test } from 'vitest'
import { readConfig } from '../../../src/server/config.ts'

test('without any variable a server starts for the local machine; an empty variable counts as missing', () => {
  const bare = readConfig({})
  expect(bare).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    demo: true,
    captcha: true,
    proxies: 0,
    logLevel: 'info',
    synchronous: 'FULL',
    sms: 'log',
  })
  expect(readConfig({ NODE_ENV: 'production' }).sms).toBe('off')
  expect(bare.databaseUrl).toBeUndefined()
  expect(readConfig({ PORT: '', HOST: '', DATABASE_URL: '', CAPTCHA: '', TRUST_PROXY: '' })).toEqual(bare)
})

test('each variable is read', () => {
  const env = { PORT: '8080', HOST: '0.0.0.0', DATABASE_URL: 'postgresql://h/d', REDIS_URL: 'rediss://h', ADMIN_PASSWORD: '123456' }
  expect(
    readConfig({
      ...env,
      DEMO: '0',
      CAPTCHA: 'off',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '2',
      SQLITE_SYNCHRONOUS: 'NORMAL',
      SMS: 'https://sms.example',
      SMS_TOKEN: 't',
      METRICS_TOKEN: 'm',
      OUTBOUND_ALLOW: '10.0.0.0/8, [::1]:80',
    }),
  ).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    databaseUrl: 'postgresql://h/d',
    redisUrl: 'rediss://h',
    adminPassword: '123456',
    demo: false,
    captcha: false,
    logLevel: 'warn',
    proxies: 2,
    synchronous: 'NORMAL',
    sms: 'https://sms.example',
    smsToken: 't',
    metricsToken: 'm',
    outboundAllow: '10.0.0.0/8, [::1]:80',
  })
  expect(readConfig({ TRUST_PROXY: 'on' }).proxies).toBe(1)
})

test('all errors are reported at once, each with the allowed values', () => {
  const env = { PORT: '70000', DEMO: 'maybe', TRUST_PROXY: 'many', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://h', REDIS_URL: 'h' }
  expect(() => readConfig({ ...env, ADMIN_PASSWORD: 'Secret-1' })).toThrow(
    new Error(
      [
        '配置有误：',
        '  PORT 必须是 0 到 65535 的整数，现在是 70000',
        '  DATABASE_URL 必须以 postgres:// 开头，现在是 mysql://h',
        '  REDIS_URL 必须以 redis:// 或 rediss:// 开头，现在是 h',
        '  DEMO 只能是 on 或 off（1 或 0），现在是 maybe',
        '  LOG_LEVEL 只能是 fatal、error、warn、info、debug、trace、silent 之一，现在是 loud',
        '  TRUST_PROXY 只能是 on、off 或代理的层数（0 到 9），现在是 many',
      ].join('\n'),
    ),
  )
  for (const PORT of ['-1', '80.5', 'http', '0x'])
    expect(() => readConfig({ PORT })).toThrow(`PORT 必须是 0 到 65535 的整数，现在是 ${PORT}`)
})

test('other providers are JSON of their form, or the start fails', () => {
  const github = { clientId: 'a', clientSecret: 'b' }
  expect(readConfig({ THIRD_LOGIN: JSON.stringify({ github }), PUBLIC_URL: 'https://h' })).toMatchObject({
    thirdLogin: { github },
    publicUrl: 'https://h',
  })
  for (const wrong of ['x', '[]', '{"gitlab":{}}', '{"github":{"clientId":"a"}}'])
    expect(() => readConfig({ THIRD_LOGIN: wrong, PORT: 'x' })).toThrow(/PORT[^]*THIRD_LOGIN 必须是 JSON/)
})
