import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../support/databases.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { expectNone } from '../../../support/expect-none.ts'
import { freePort } from '../../../support/free-port.ts'
import { twoNodes } from '../../../support/two-nodes.ts'

const base = '/sys/gatewayRoute'

interface Target {
  readonly port: number
  readonly seen: IncomingMessage[]
  close(): Promise<unknown>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** A server behind the gateway; answers what it was asked. */
async function startTarget(port = 0): Promise<Target> {
  const seen: IncomingMessage[] = []
  const server: Server = createServer((request, response) => {
    seen.push(request)
    void bodyOf(request).then((body) => {
      if (request.url?.endsWith('/away')) return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'theirs=1', 'keep-alive': 'timeout=9', 'x-target': 'yes' })
        .end(`${request.method} ${request.url} ${body}`)
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.address() as AddressInfo
  return { port: address.port, seen, close: () => new Promise((done) => server.close(done) && server.closeAllConnections()) }
}

const path = (pattern: string) => ({ name: 'Path', args: [pattern] })

describe('the gateway', () => {
  let app: TestApp
  let admin: string
  let target: Target
  let late: number
  let made = 0
  beforeAll(async () => {
    target = await startTarget()
    late = await freePort()
    app = await testApp({ database: 'sqlite', env: { OUTBOUND_ALLOW: `127.0.0.1:${target.port}, 127.0.0.1:${late}` } })
    admin = await app.signIn('admin', '1')
  })
  afterAll(async () => {
    await app.close()
    await target.close()
  })

  const saved = async (router: object) =>
    (await app.call('POST', `${base}/updateAll`, { as: admin, body: { router: { uri: `http://127.0.0.1:${target.port}`, ...router } } }))
      .body
  const ask = (url: string, more: object = {}) => app.app.inject({ method: 'GET', url: `/gateway${url}`, ...more })
  const listed = async () =>
    (await app.call<{ records: Record<string, unknown>[] }>('GET', `${base}/list`, { as: admin, query: { pageSize: 100 } })).body.result
      .records
  /** A route of its own, below a path of its own, once the gateway knows it. */
  async function route({ predicates = [], filters = [], ...rest }: { predicates?: object[]; filters?: object[]; uri?: string }) {
    const place = `/r${++made}`
    const marker = { ...rest, routerId: `r${made}`, name: `路由${made}`, status: true }
    const both = { predicates: JSON.stringify([path(`${place}/**`), ...predicates]), filters: JSON.stringify(filters) }
    expect(await saved({ ...marker, ...both })).toMatchObject({ success: true, message: '操作成功！' })
    return place
  }
  const known = async (place: string) => expect.poll(async () => (await ask(`${place}/x`)).statusCode, { timeout: 1000 }).not.toBe(404)

  test('a route is added and changed in one call, listed with its rows as such, switched off, and deleted', async () => {
    const filters = [{ name: 'Hystrix', title: '熔断器', args: [{ key: 'name', value: 'default' }] }]
    const sent = { routerId: 'first', name: '第一', predicates: JSON.stringify([path('/first/**')]), filters: JSON.stringify(filters) }
    expect((await saved({ ...sent, status: true })).message).toBe('操作成功！')
    const [row] = await listed()
    expect(row).toMatchObject({ routerId: 'first', status: 1, predicates: [path('/first/**')], filters })
    await expect.poll(async () => (await ask('/first/a?b=1')).body, { timeout: 1000 }).toBe('GET /first/a?b=1 ')
    expect((await saved({ ...sent, id: row?.['id'], status: false, name: '改过' })).success).toBe(true)
    expect(await listed()).toMatchObject([{ name: '改过', status: 0 }])
    await expect.poll(async () => (await ask('/first/a')).statusCode, { timeout: 1000 }).toBe(404)
    expect((await ask('/first/a')).json()).toMatchObject({ success: false, message: '没有匹配的网关路由' })
    expect((await app.call('DELETE', `${base}/delete`, { as: admin, query: { id: String(row?.['id']) } })).body.message).toBe(
      '删除路由成功',
    )
    expect((await app.call('GET', `${base}/clearRedis`, { as: admin })).body.message).toBe('清除成功！')
  })

  test('every answer has predicates and filters as lists, which other front ends fill their drawer from; texts and lists are taken', async () => {
    const filters = [{ name: 'RequestRateLimiter', title: '限流过滤器', args: [{ key: 'redis-rate-limiter.burstCapacity', value: 20 }] }]
    const predicates = [path('/lists/**')]
    const row = { routerId: 'lists', name: '列表', uri: `http://127.0.0.1:${target.port}`, predicates }
    const write = async (verb: 'POST' | 'PUT', call: string, body: object) =>
      (await app.call<Record<string, unknown>>(verb, `${base}/${call}`, { as: admin, body })).body.result
    const added = await write('POST', 'add', row)
    expect(added).toMatchObject({ predicates, filters: [] })
    const query = { id: String(added['id']) }
    const read = async () => (await app.call('GET', `${base}/queryById`, { as: admin, query })).body.result
    expect(await read()).toEqual(added)
    const inList = (await listed()).find(({ id }) => id === added['id'])
    expect(inList).toEqual(added)
    expect(await write('PUT', 'edit', { ...inList, filters })).toMatchObject({ predicates, filters })
    const fromDrawer = { ...inList, status: true, predicates: JSON.stringify(predicates), filters: JSON.stringify([]) }
    expect((await saved(fromDrawer)).success).toBe(true)
    expect(await read()).toMatchObject({ predicates, filters: [] })
    await app.call('DELETE', `${base}/delete`, { as: admin, query })
  })

  test('each predicate lets those pass that fit, and no others', async () => {
    const cases: readonly [row: object, passing: object, stopped: object][] = [
      [path('/{any}/*/end'), { url: '/a/end' }, { url: '/a/b/end' }],
      [{ name: 'Host', args: ['**.lab.edu'] }, { headers: { host: 'a.b.lab.edu:80' } }, { headers: { host: 'lab.example' } }],
      [{ name: 'Cookie', args: ['kind', 'a.c'] }, { headers: { cookie: 'x=1; kind=abc' } }, { headers: { cookie: 'kind=abcd' } }],
      [{ name: 'Header', args: ['X-Id', '\\d+'] }, { headers: { 'x-id': '42' } }, { headers: { 'x-id': '4a' } }],
      [{ name: 'Header', args: { header: 'X-Id', regexp: '\\d+' } }, { headers: { 'x-id': '42' } }, {}],
      [{ name: 'Method', args: ['POST', 'PUT'] }, { method: 'PUT' }, { method: 'GET' }],
      [{ name: 'Query', args: ['q', 'y.*'] }, { url: '/x?q=yes' }, { url: '/x?q=no' }],
      [{ name: 'Query', args: ['q'] }, { url: '/x?q' }, { url: '/x?p=q' }],
      [{ name: 'After', args: ['2020-01-20T17:42:47.789+08:00[Asia/Shanghai]'] }, {}, { at: '2020-01-20T09:42:47Z' }],
      [{ name: 'Before', args: ['2099-01-01 00:00:00'] }, {}, { at: '2099-01-02T00:00:00Z' }],
      [{ name: 'Between', args: ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'] }, {}, { at: '2019-12-31T23:59:59Z' }],
      [{ name: 'RemoteAddr', args: ['192.0.2.0/24', '2001:db8::/32'] }, { remoteAddress: '192.0.2.7' }, { remoteAddress: '192.0.3.7' }],
    ]
    const places: string[] = []
    for (const [row] of cases) places.push(await route({ predicates: [row] }))
    const [, first] = cases[0] ?? []
    await expect.poll(async () => (await asked(places[0], first)).statusCode, { timeout: 1000 }).toBe(200)
    async function asked(place: string | undefined, { url = '/x', at, ...more }: { url?: string; at?: string } = {}) {
      if (at === undefined) return ask(`${place}${url}`, more)
      const real = Date.now
      Date.now = () => Date.parse(at)
      try {
        return await ask(`${place}${url}`, more)
      } finally {
        Date.now = real
      }
    }
    const wrong: string[] = []
    for (const [index, [row, passing, stopped]] of cases.entries()) {
      const [yes, no] = [await asked(places[index], passing), await asked(places[index], stopped)]
      if (yes.statusCode !== 200 || no.statusCode !== 404) wrong.push(`${JSON.stringify(row)}: ${yes.statusCode} ${no.statusCode}`)
    }
    expectNone(wrong)
  })

  test('a body, a method and a query pass; our login, cookies and what concerns one connection do not, in either direction', async () => {
    const place = await route({})
    await known(place)
    target.seen.length = 0
    const answer = await ask(`${place}/a%20b?c=d&c=e`, {
      method: 'POST',
      payload: '{"a": 1}',
      headers: {
        'content-type': 'application/json',
        'x-access-token': admin,
        'x-kept': 'yes',
        cookie: 'mark=1',
        connection: 'x-hop',
        'x-hop': '1',
        te: 'gzip',
        'keep-alive': '5',
        'proxy-authorization': 'Basic x',
        forwarded: 'for=1.1.1.1',
        'x-forwarded-for': '1.1.1.1',
      },
    })
    expect(answer.body).toBe(`POST ${place}/a%20b?c=d&c=e {"a": 1}`)
    const headers = target.seen[0]?.headers ?? {}
    expect(headers).toMatchObject({ 'x-kept': 'yes', 'x-forwarded-for': '127.0.0.1', host: `127.0.0.1:${target.port}` })
    const hidden = ['x-access-token', 'cookie', 'x-hop', 'te', 'keep-alive', 'proxy-authorization', 'forwarded']
    expectNone(hidden.filter((name) => name in headers))
    expect(answer.headers).toMatchObject({ 'x-target': 'yes', 'content-security-policy': 'sandbox' })
    expectNone(['set-cookie', 'keep-alive'].filter((name) => name in answer.headers))
  })

  test('what would leave the path, or is no path, is refused; a redirect is handed on and not followed', async () => {
    const place = await route({})
    await known(place)
    for (const url of [`${place}/..%2fx`, `${place}/%2e%2e%5cx`]) expect((await ask(url)).statusCode, url).toBe(400)
    const away = await ask(`${place}/away`)
    expect([away.statusCode, away.headers.location]).toEqual([302, 'http://127.0.0.1:1/'])
  })

  test('the limiter lets a burst of one address pass, and not more', async () => {
    const args = [
      { key: 'key-resolver', value: '#{@ipKeyResolver}' },
      { key: 'redis-rate-limiter.replenishRate', value: 1 },
      { key: 'redis-rate-limiter.burstCapacity', value: 4 },
    ]
    const place = await route({ filters: [{ name: 'RequestRateLimiter', args }] })
    await known(place)
    const codes = await Promise.all(
      Array.from({ length: 8 }, async () => (await ask(`${place}/x`, { remoteAddress: '192.0.2.9' })).statusCode),
    )
    expect(codes.filter((code) => code === 200)).toHaveLength(4)
    expect(codes.filter((code) => code === 429)).toHaveLength(4)
    expect((await ask(`${place}/x`, { remoteAddress: '192.0.2.10' })).statusCode).toBe(200)
  })

  test('the breaker answers for a dead target, asks it no more, and closes when the cache is cleared', async () => {
    const filters = [{ name: 'Hystrix', args: [{ key: 'fallbackUri', value: 'forward:/fallback' }] }]
    const place = await route({ uri: `http://127.0.0.1:${late}`, filters })
    await known(place)
    for (let n = 0; n < 21; n++) expect((await ask(`${place}/x`)).json()).toMatchObject({ code: 503, message: '访问超时，请稍后再试!' })
    const risen = await startTarget(late)
    expect((await ask(`${place}/x`)).statusCode, 'the breaker is open').toBe(503)
    expect(risen.seen).toHaveLength(0)
    await app.call('GET', `${base}/clearRedis`, { as: admin })
    await expect.poll(async () => (await ask(`${place}/x`)).statusCode, { timeout: 1000 }).toBe(200)
    await risen.close()
  })

  test('what cannot work is refused with its sentence', async () => {
    const fine = { routerId: 'no', name: '不', predicates: JSON.stringify([path('/no/**')]) }
    const one = (name: string, ...args: string[]) => ({ predicates: JSON.stringify([{ name, args }]) })
    const filter = (name: string, key: string, value: string) => ({ filters: JSON.stringify([{ name, args: [{ key, value }] }]) })
    const cases: readonly [object, string][] = [
      [{ routerId: '' }, '请输入路由ID!'],
      [{ uri: 'lb://jeecg-system' }, '路由URI必须以http://或https://开头'],
      [{ uri: 'http://user:pass@host' }, '路由URI不能有参数、锚点或密码'],
      [{ status: 'maybe' }, '路由状态只能是：正常、禁用'],
      [{ predicates: '[]' }, '请添加路由条件!'],
      [{ predicates: '{' }, '路由条件必须是由多行组成的列表'],
      [one('Weight', 'a'), '第1行：条件只能是：Path、Host、Cookie、Header、Method、Query、After、Before、Between、RemoteAddr'],
      [one('Path'), '第1行：请输入参数!'],
      [one('Header', 'X-Id', '('), 'Header：正则表达式(有误'],
      [one('Cookie', 'a'), 'Cookie：需要名称和正则表达式'],
      [one('Method', 'LOOK'), 'Method：需要请求方法，如 GET、POST'],
      [one('After', 'soon'), 'After：需要1个时间，如 2026-01-20T17:42:47+08:00'],
      [one('Between', '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'), 'Between：第二个时间要晚于第一个'],
      [one('RemoteAddr', 'here'), 'RemoteAddr：需要地址或网段，如 192.168.1.0/24'],
      [filter('Hystrix', 'fallbackUri', 'forward:/other'), '熔断器：fallbackUri 只能是 forward:/fallback'],
      [filter('RequestRateLimiter', 'redis-rate-limiter.burstCapacity', '0'), '限流过滤器：replenishRate 和 burstCapacity 必须是正整数'],
      [
        filter('RequestRateLimiter', 'key-resolver', '#{@userKeyResolver}'),
        '限流过滤器：只能按 IP 限流，key-resolver 应为 #{@ipKeyResolver}',
      ],
    ]
    const wrong: string[] = []
    for (const [change, sentence] of cases) {
      const body = await saved({ ...fine, ...change })
      if (body.success || !JSON.stringify(body).includes(JSON.stringify(sentence).slice(1, -1)))
        wrong.push(`${sentence}: ${JSON.stringify(body)}`)
    }
    expectNone(wrong)
  })
})

describe.skipIf(!hasPostgres())('the gateway on two nodes', () => {
  test('a route that one node changes is followed by the other within a second', async () => {
    const target = await startTarget()
    const { one, other, close } = await twoNodes({ OUTBOUND_ALLOW: '127.0.0.0/8' })
    const as = await one.signIn('admin', '1')
    const router = { routerId: 'a', name: 'a', uri: `http://localhost:${target.port}`, predicates: [path('/a/**')] }
    const code = async () => (await other.app.inject('/gateway/a/x')).statusCode
    expect(await code()).toBe(404)
    expect((await one.call('POST', `${base}/updateAll`, { as, body: { router } })).body.success).toBe(true)
    await expect.poll(code, { timeout: 1000, interval: 20 }).toBe(200)
    await close()
    await target.close()
  })
})
