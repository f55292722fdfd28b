import dns from 'node:dns'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { expectNone } from '../../../support/expect-none.ts'

const sentence = '网关路由的目标地址不在允许范围内'

/** Ways to write addresses that nobody may reach through this server. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.255.255.254', 'localhost', 'LOCALHOST', '0.0.0.0', '[::1]', '[::]'],
  'other spellings of it': ['127.1', '127.0.1', '2130706433', '017700000001', '0x7f000001', '0x7f.1', '0177.0.0.1', '0177.0.0x0.1'],
  'with other signs': ['127.0.0.1.', '127%2e0.0.1', '１２７.0.0.1', '①②⑦.⓪.⓪.①', '127。0。0。1', 'loc%61lhost'],
  'inside IPv6': [
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
  ],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '0xc0a80101', '[fd00::1]', '[fec0::1]', '[::ffff:10.0.0.1]'],
  'link-local, and what clouds tell their machines': [
    '169.254.169.254',
    '2852039166',
    '[::ffff:169.254.169.254]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
  ],
  'no single machine': ['100.64.0.1', '198.18.0.1', '192.0.2.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '[ff02::1]', '[2001:db8::1]'],
}

interface Listener {
  readonly port: number
  readonly seen: IncomingMessage[]
  close(): Promise<unknown>
}

/** A server that notes what reaches it; `/away` sends the browser on to an inner address. */
async function listenAt(host: string, port = 0): Promise<Listener> {
  const seen: IncomingMessage[] = []
  const server: Server = createServer((request, response) => {
    seen.push(request)
    const head = { connection: 'close', ...(request.url?.endsWith('/away') ? { location: `http://127.0.0.2:${port}/inner` } : {}) }
    response.writeHead('location' in head ? 302 : 200, head).end('reached')
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done))
  const { port: taken } = server.address() as AddressInfo
  return { port: taken, seen, close: () => new Promise((done) => server.close(done) && server.closeAllConnections()) }
}

/** Names of this domain have the addresses that it gives, one after the other, the last one ever after. */
function answerNames(domain: string, addresses: readonly string[]): { readonly asked: () => number; end(): void } {
  const real = dns.lookup
  let asked = 0
  const lookup = (host: string, options: dns.LookupAllOptions, done: (error: Error | null, found: dns.LookupAddress[]) => void) => {
    if (!host.endsWith(domain)) return real(host, options, done)
    const address = addresses[Math.min(asked++, addresses.length - 1)] ?? ''
    setImmediate(
      done,
      null,
      address.split(' ').map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
    )
  }
  Object.assign(dns, { lookup })
  syncBuiltinESMExports()
  return {
    asked: () => asked,
    end() {
      Object.assign(dns, { lookup: real })
      syncBuiltinESMExports()
    },
  }
}

describe('targets that no route may reach', () => {
  let app: TestApp
  let admin: string
  /** One address stands for a public one, which the configuration allows; the other, with the same port, is an inner one. */
  let outer: Listener
  let inner: Listener
  let loopback: Listener
  let made = 0
  beforeAll(async () => {
    outer = await listenAt('127.0.0.3')
    inner = await listenAt('127.0.0.2', outer.port)
    loopback = await listenAt('127.0.0.1', outer.port)
    app = await testApp({ database: 'sqlite', env: { OUTBOUND_ALLOW: `127.0.0.3:${outer.port}` } })
    admin = await app.signIn('admin', '1')
  })
  afterAll(async () => {
    await app.close()
    await Promise.all([outer, inner, loopback].map((one) => one.close()))
  })

  const ask = (url: string) => app.app.inject({ method: 'GET', url: `/gateway${url}` })
  const known = (place: string) => expect.poll(async () => (await ask(`${place}/x`)).statusCode, { timeout: 2000 }).not.toBe(404)
  async function routeTo(host: string): Promise<string> {
    const place = `/r${++made}`
    const router = { routerId: `r${made}`, name: `路由${made}`, uri: `http://${host}:${outer.port}`, status: true }
    const predicates = JSON.stringify([{ name: 'Path', args: [`${place}/**`] }])
    const { body } = await app.call('POST', '/sys/gatewayRoute/updateAll', { as: admin, body: { router: { ...router, predicates } } })
    expect(body.success, `${host}: ${body.message}`).toBe(true)
    return place
  }

  test.for(Object.entries(forbidden))('%s: no spelling of an address is let through', async ([, hosts]) => {
    const places: (readonly [string, string])[] = []
    for (const host of hosts) places.push([host, await routeTo(host)])
    await known(places.at(-1)?.[1] ?? '')
    const wrong: string[] = []
    for (const [host, place] of places) {
      const answer = await ask(`${place}/x`)
      if (answer.statusCode !== 502 || !answer.body.includes(sentence)) wrong.push(`${host}: ${answer.statusCode} ${answer.body}`)
    }
    expectNone(wrong)
    expect([...inner.seen, ...loopback.seen]).toEqual([])
  })

  test('a name that has an inner address is refused; of several addresses the open ones alone are tried', async () => {
    const names = answerNames('.names.test', ['127.0.0.2', '10.0.0.1 ::1', `127.0.0.2 127.0.0.3 ::1`])
    const place = await routeTo('a.names.test')
    try {
      await app.call('GET', '/sys/gatewayRoute/clearRedis', { as: admin })
      await known(place)
      expect((await ask(`${place}/x`)).body).toContain(sentence)
      await expect.poll(async () => (await ask(`${place}/x`)).body).toBe('reached')
    } finally {
      names.end()
    }
    expect(inner.seen).toEqual([])
    expect(outer.seen.length).toBeGreaterThan(0)
  })

  test('a name that points elsewhere a moment later leads nowhere: the address that was checked is the one that is connected to', async () => {
    const place = await routeTo('b.rebound.test')
    await known(place)
    outer.seen.length = 0
    const names = answerNames('.rebound.test', ['127.0.0.3', '127.0.0.2'])
    try {
      expect((await ask(`${place}/x`)).body).toBe('reached')
      expect(names.asked(), 'one look for one connection').toBe(1)
      expect(outer.seen).toHaveLength(1)
      for (let n = 0; n < 5; n++) expect((await ask(`${place}/x`)).body).toContain(sentence)
    } finally {
      names.end()
    }
    expect(inner.seen).toEqual([])
  })

  test('a redirect to an inner address is handed on, and not followed', async () => {
    const place = await routeTo('127.0.0.3')
    await known(place)
    const answer = await ask(`${place}/away`)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, 'http://127.0.0.2:0/inner'])
    expect(inner.seen).toEqual([])
  })
})
