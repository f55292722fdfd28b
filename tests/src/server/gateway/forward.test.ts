import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'

const portOf = (server: Server): number => (server.address() as AddressInfo).port

interface Listener {
  readonly port: number
  readonly seen: string[]
  close(): Promise<unknown>
}

async function listener(): Promise<Listener> {
  const seen: string[] = []
  const server = createServer((asked, answer) => {
    seen.push(asked.url ?? '')
    answer.end('reached')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: portOf(server), seen, close: () => new Promise((done) => server.close(done) && server.closeAllConnections()) }
}

describe('addresses that lead to the gateway', () => {
  let app: TestApp
  let target: Listener
  let other: Listener
  beforeAll(async () => {
    target = await listener()
    other = await listener()
    app = await testApp({ database: 'sqlite', env: { OUTBOUND_ALLOW: '127.0.0.1' } })
    const predicates = JSON.stringify([{ name: 'Method', args: ['GET'] }])
    const filters = JSON.stringify([{ name: 'Hystrix', args: [] }])
    const router = { routerId: 'all', name: '全部', uri: `http://127.0.0.1:${target.port}`, predicates, filters }
    await app.call('POST', '/sys/gatewayRoute/updateAll', { as: await app.signIn('admin', '1'), body: { router } })
    await app.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    await Promise.all([target.close(), other.close()])
  })

  /** One request with exactly this address in its first line. */
  const ask = (path: string) =>
    new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>((done, fail) => {
      const asked = request({ port: portOf(app.app.server), path, agent: false }, (answer) => {
        answer.resume().on('end', () => done({ status: answer.statusCode, headers: answer.headers }))
      })
      asked.on('error', fail).end()
    })

  test('a whole URL or an escaped prefix never becomes a part of the target, so nobody chooses another one', async () => {
    await expect.poll(async () => (await ask('/gateway/x')).status, { timeout: 1000 }).toBe(200)
    target.seen.length = 0
    const place = `127.0.0.1:${other.port}/gateway/x`
    const addresses = [`http://a@${place}`, `http://@${place}`, `https://@${place}`, '/gatewa%79/x', '/%67ateway/x']
    for (const address of addresses) expect([400, 404], address).toContain((await ask(address)).status)
    // Not the gateway's at all: where the pages are built, one of them answers.
    await ask('/%67atewa%79@x')
    expect([...other.seen, ...target.seen]).toEqual([])
  })

  test('no path climbs out of the one that the predicates saw, with a semicolon neither', async () => {
    for (const path of ['/gateway/open/..;/inner', '/gateway/open/..;a=b/inner', '/gateway/open/%2e%2e;/inner', '/gateway/.;/x'])
      expect((await ask(path)).status, path).toBe(400)
    expect((await ask('/gateway/open;a=b/x..y/z;.')).status).toBe(200)
    expect(target.seen.at(-1)).toBe('/open;a=b/x..y/z;.')
  })

  test('what is wrong with a request never opens the breaker of its target', async () => {
    for (let n = 0; n < 30; n++) expect((await ask(`/gateway/open/${n % 2 ? `..${n}` : `${n}../x`}`)).status).toBe(400)
    expect((await ask('/gateway/open/x')).status).toBe(200)
  })

  test('an answer of the API has its own headers, however its path is written', async () => {
    const { status, headers } = await ask('/%61pi/sys/user/list')
    expect([status, headers['cache-control'], headers['x-frame-options']]).toEqual([401, 'no-store', 'DENY'])
  })
})
