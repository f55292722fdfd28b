import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../support/build-app.ts'

let app: TestApp
let token: string
let port: number
beforeAll(async () => {
  app = await testApp({ database: 'sqlite' })
  token = await app.signIn('admin', '1')
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

interface Answered {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  /** The names as they arrive, each as often as it does. */
  readonly names: readonly string[]
}

const answerTo = (method: string, path: string): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const asked = ask({ port, host: '127.0.0.1', method, path, headers: { 'x-access-token': token } }, (answer) => {
      answer.resume().on('end', () => {
        const names = answer.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
        resolve({ status: answer.statusCode, headers: answer.headers, names })
      })
    })
    asked.on('error', reject).end()
  })

const everywhere = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'x-xss-protection': '0',
}

test.each([
  { what: 'a list', method: 'GET', path: '/api/sys/user/list', status: 200 },
  { what: 'a refusal', method: 'GET', path: '/api/sys/user/queryById?id=none', status: 200 },
  { what: 'a call that does not exist', method: 'GET', path: '/api/none', status: 404 },
  { what: 'a head without a body', method: 'HEAD', path: '/api/sys/user/list', status: 200 },
])('$what is data: it loads nothing, nobody frames it, no cache keeps it, and each header comes once', async ({ method, path, status }) => {
  const answer = await answerTo(method, path)
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  expect(new Set(answer.names).size).toBe(answer.names.length)
})

test('a file that a call answers has all security headers of a page, and is not cached', async () => {
  const answer = await answerTo('GET', '/api/sys/user/exportXls')
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({ ...everywhere, 'cache-control': 'no-store' })
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  expect(new Set(answer.names).size).toBe(answer.names.length)
})

test('a page has its own policies instead of the general ones, which popups of other providers need, and all other security headers', async () => {
  const answer = await answerTo('GET', '/anywhere')
  expect(answer.headers).toMatchObject({ ...everywhere, 'cross-origin-opener-policy': 'same-origin-allow-popups' })
  expect(answer.names.filter((name) => name === 'content-security-policy')).toHaveLength(1)
  expect(new Set(answer.names).size).toBe(answer.names.length)
})

test('an answer in a test has the same security headers as one that is sent', async () => {
  const sent = await answerTo('GET', '/api/sys/user/list')
  const { headers } = await app.app.inject({ url: '/api/sys/user/list', headers: { 'x-access-token': token } })
  const own = ['date', 'connection', 'content-length', 'keep-alive']
  const without = (all: Record<string, unknown>) => Object.fromEntries(Object.entries(all).filter(([name]) => !own.includes(name)))
  expect(without(headers)).toEqual(without(sent.headers))
})

test('a head without a login is refused as the call itself is', async () => {
  const { statusCode } = await app.app.inject({ method: 'HEAD', url: '/api/sys/user/list' })
  expect(statusCode).toBe(401)
})
