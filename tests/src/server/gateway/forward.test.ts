import { createServer, request, type Server } from 'node:http'
import { createServer as listenTo, type AddressInfo, type Socket } from 'node:net'
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

  test('a sign that no path has is refused: at it the target would be asked for another path than the predicates saw', async () => {
    target.seen.length = 0
    for (const path of ['/gateway/inner#/open', '/gateway/open\\inner', '/gateway/inner#/../open?x=1'])
      expect((await ask(path)).status, path).toBe(400)
    expect(target.seen).toEqual([])
    expect((await ask('/gateway/open/x?a=1#b')).status).toBe(200)
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

describe('a target that takes every connection and says nothing', () => {
  let app: TestApp
  let taken: Socket[]
  const target = listenTo((socket) => void taken.push(socket))
  beforeAll(async () => {
    taken = []
    await new Promise<void>((done) => target.listen(0, '127.0.0.1', done))
    app = await testApp({ database: 'sqlite', env: { OUTBOUND_ALLOW: '127.0.0.1' } })
    const as = await app.signIn('admin', '1')
    const filters = JSON.stringify([{ name: 'Hystrix', args: [] }])
    for (const name of ['patient', 'impatient', 'hasty']) {
      const predicates = JSON.stringify([{ name: 'Path', args: [`/${name}/**`] }])
      const router = { routerId: name, name, uri: `http://127.0.0.1:${(target.address() as AddressInfo).port}`, predicates, filters }
      await app.call('POST', '/sys/gatewayRoute/updateAll', { as, body: { router } })
    }
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const names = async () => (await app.call<{ total: number }>('GET', '/sys/gatewayRoute/list', { as })).body.result.total
    expect(await names()).toBe(3)
  })
  afterAll(async () => {
    for (const socket of taken) socket.destroy()
    await app.close()
    await new Promise((done) => target.close(done))
  })

  /** One request that is given up after so many milliseconds; answers its status, if there was one, and how long it took. */
  const ask = (path: string, patience: number) =>
    new Promise<{ status: number | undefined; took: number }>((done) => {
      const began = performance.now()
      const answered = (status: number | undefined) => done({ status, took: performance.now() - began })
      const asked = request({ port: portOf(app.app.server), path: `/gateway/${path}`, agent: false }, (answer) => {
        answer.resume().on('end', () => answered(answer.statusCode))
      })
      asked.on('error', () => answered(undefined)).end()
      setTimeout(() => asked.destroy(), patience)
    })
  const askMany = (path: string, patience: number) => Promise.all(Array.from({ length: 21 }, () => ask(path, patience)))

  test('is late before anybody leaves, and then asked no more', async () => {
    const answers = await askMany('patient/x', 9_000)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    const [count, last] = [taken.length, await ask('patient/x', 1_000)]
    expect([last.status, taken.length]).toEqual([503, count])
  })

  test('is asked no more either when people have waited for a while and left; those who leave at once say nothing of it', async () => {
    await Promise.all([askMany('impatient/x', 2_500), askMany('hasty/x', 100)])
    // The server may hear of the next request before it hears that somebody left.
    await expect.poll(async () => (await ask('impatient/x', 300)).status).toBe(503)
    expect((await ask('hasty/x', 300)).status, 'still asked').toBeUndefined()
  })
})
