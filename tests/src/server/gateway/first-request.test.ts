import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'

const target = createServer((asked, answer) => {
  let length = 0
  asked.on('data', (part: Buffer) => (length += part.length))
  asked.on('end', () => answer.writeHead(201).end(`${asked.url} ${length}`))
})

let app: TestApp
let stored: () => Promise<void>
beforeAll(() => new Promise<void>((done) => target.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise((done) => target.close(done) && target.closeAllConnections()))
beforeEach(async () => {
  const host = `127.0.0.1:${(target.address() as AddressInfo).port}`
  app = await testApp({ database: 'sqlite', env: { OUTBOUND_ALLOW: host } })
  stored = async () => {
    const predicates = JSON.stringify([{ name: 'Path', args: ['/**'] }])
    const router = { routerId: 'all', name: '全部', uri: `http://${host}`, predicates, filters: '[]', status: true }
    const saved = await app.call('POST', '/sys/gatewayRoute/updateAll', { as: await app.signIn('admin', '1'), body: { router } })
    expect(saved.body).toMatchObject({ success: true })
  }
  await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

const send = (path: string, body: Buffer) =>
  new Promise<string>((done, fail) => {
    const { port } = app.app.server.address() as AddressInfo
    const asked = request({ port, method: 'POST', path, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => done(`${answer.statusCode} ${text}`))
    })
    asked.on('error', fail).end(body)
  })

test('requests that come before anybody asked the gateway are forwarded whole, however many come at once', async () => {
  await stored()
  const body = Buffer.alloc(3_000_000, 'x')
  const answers = await Promise.all(['/a', '/b', '/c', '/d'].map((path) => send(`/gateway${path}`, body)))
  expect(answers).toEqual(['/a', '/b', '/c', '/d'].map((path) => `201 ${path} ${body.length}`))
})

test('a route that is stored after the first request is found', async () => {
  expect(await send('/gateway/a', Buffer.from('x'))).toContain('没有匹配的网关路由')
  await stored()
  await expect.poll(() => send('/gateway/a', Buffer.from('x'))).toBe('201 /a 1')
})
