import { Agent, createServer, request, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'

/** What the target was asked, and answers that it has not ended. */
const held: ServerResponse[] = []
const target = createServer((asked, answer) => {
  if (asked.url === '/held') return void held.push(answer)
  let length = 0
  asked.on('data', (part: Buffer) => (length += part.length))
  asked.on('end', () => answer.writeHead(201, { 'content-type': 'text/html' }).end(`${asked.method} ${asked.url} ${length}`))
})
/** One connection, which stays open. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

let app: TestApp
beforeAll(async () => {
  await new Promise<void>((done) => target.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(target.address() as AddressInfo).port}`
  app = await testApp({ database: 'sqlite', env: { OUTBOUND_ALLOW: host } })
  const predicates = JSON.stringify([{ name: 'Path', args: ['/known', '/held'] }])
  const router = { routerId: 'all', name: '全部', uri: `http://${host}`, predicates, filters: '[]', status: true }
  const saved = await app.call('POST', '/sys/gatewayRoute/updateAll', { as: await app.signIn('admin', '1'), body: { router } })
  expect(saved.body).toMatchObject({ success: true })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  await vi.waitUntil(async () => (await ask('GET', '/gateway/known')).status === 201, { timeout: 2000 })
})
afterAll(async () => {
  await app.close()
  agent.destroy()
  await new Promise((done) => target.close(done) && target.closeAllConnections())
})

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** One request through a socket, which the gateway answers aside. */
const ask = (method: string, path: string, body?: Buffer) =>
  new Promise<Answer>((done, fail) => {
    const asked = request({ port: (app.app.server.address() as AddressInfo).port, method, path, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, body: text }))
    })
    asked.on('error', fail).end(body)
  })

/** The same by way of the whole application, as an address in another spelling goes. */
async function askTheWhole(method: 'GET' | 'POST' | 'HEAD', url: string, payload?: Buffer): Promise<Answer> {
  const { statusCode, headers, body } = await app.app.inject({ method, url, ...(payload ? { payload } : {}) })
  return { status: statusCode, headers: headers as IncomingHttpHeaders, body }
}

const ofTransport = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])
/** All but what no two answers share. */
const comparable = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTransport.has(name))),
  body: body.replace(/"timestamp":\d+/, ''),
})

const large = Buffer.alloc(3_000_000, 'x')
test.for([
  ['GET', '/gateway/known', undefined, 201],
  ['HEAD', '/gateway/known?a=1', undefined, 201],
  ['POST', '/gateway/known', large, 201],
  ['GET', '/gateway', undefined, 404],
  ['GET', '/gateway?a', undefined, 404],
  ['GET', '/gateway/unknown', undefined, 404],
  ['GET', '/gateway/x/..;/y', undefined, 400],
] as const)('%s %s is answered alike, through a socket and by way of the whole application', async ([method, path, body, status]) => {
  const direct = comparable(await ask(method, path, body))
  expect(direct).toMatchObject({ status, headers: { 'x-content-type-options': 'nosniff' } })
  expect(direct).toEqual(comparable(await askTheWhole(method, path, body)))
})

test('an answer has what the target says of it, and nothing that a page of the target could use', async () => {
  const { headers } = await ask('GET', '/gateway/known')
  expect(headers).toMatchObject({
    'content-type': 'text/html',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test('a verb that the gateway does not have, an escape that is none and a path that only begins like its own are not passed on', async () => {
  expect((await ask('GET', '/gateway/%zz')).status).toBe(404)
  expect((await ask('PROPFIND', '/gateway/known')).status).toBe(404)
  expect((await ask('POST', '/gatewayknown')).status).toBe(404)
})

test('a server that closes ends the request that is being answered and refuses the next one on its connection', async () => {
  const begun = ask('GET', '/gateway/held')
  await expect.poll(() => held.length).toBe(1)
  const closed = app.app.close()
  const next = ask('GET', '/gateway/known')
  held[0]?.writeHead(200).end('in time')
  expect(await begun).toMatchObject({ status: 200, body: 'in time' })
  await expect(
    next.then(
      ({ status }) => status,
      () => 'no connection',
    ),
  ).resolves.toSatisfy((seen) => seen === 503 || seen === 'no connection')
  await closed
})
