import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEntity } from '../../engine/schema/index.ts'
import { pick, seeded } from '../api/contract/random-rows.ts'
import { RowFactory } from '../api/row-factory.ts'
import { loaded } from '../schemas/load.ts'
import { onBothDatabases } from '../support/databases.ts'
import { startServer, type RunningServer } from '../support/start-server.ts'
import { hostileBodies, hostileKeys, hostileText, hostileValue } from './hostile.ts'
import { callsTo, onlooker, type Onlooker } from './server-calls.ts'

const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const TRIES = Number(process.env['FUZZ_TRIES'] ?? 30)

/** Calls that are left out: the one that ends the session of the test, and documents without an envelope. */
const notAsked = new Set(['/api/sys/logout', '/api/openapi.json', '/api/docs'])

const verbs = new Set(['get', 'post', 'put', 'delete'])

interface Operation {
  readonly method: string
  readonly path: string
  readonly params: readonly string[]
  readonly entity: AnyEntity | undefined
}

interface Described {
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: { readonly properties?: object } }>> }
}

/** Nested too deeply for a careless recursion. */
const nested = (key: string): string => `{"id":"1",${JSON.stringify(key)}:${'['.repeat(50_000)}${']'.repeat(50_000)}}`

interface Sent {
  readonly method: string
  readonly address: string
  readonly type?: string
  readonly body?: string
}

/** What is wrong with an answer, whatever the request was. Pages in a popup or a frame refuse in words of their own. */
export function answerProblem(reply: { status: number; type: string; text: string }): string | undefined {
  if (reply.status >= 500) return `answered ${reply.status}: ${reply.text.slice(0, 200)}`
  const isPage = reply.status === 200 || (/^text\/(plain|html)/.test(reply.type) && /[\u4e00-\u9fff]/.test(reply.text))
  if (!reply.type.includes('json')) return isPage ? undefined : `${reply.status} without an envelope`
  const body: { success?: unknown; code?: unknown; message?: unknown; timestamp?: unknown } = JSON.parse(reply.text)
  if (typeof body.success !== 'boolean' || typeof body.code !== 'number' || typeof body.timestamp !== 'number')
    return `no envelope: ${reply.text.slice(0, 200)}`
  if (body.success !== (body.code === 200) || (body.success && reply.status !== 200))
    return `success and code disagree: ${reply.text.slice(0, 200)}`
  if (!body.success && (typeof body.message !== 'string' || !/[\u4e00-\u9fff]/.test(body.message)))
    return `refused without a sentence: ${reply.text.slice(0, 200)}`
  return undefined
}

onBothDatabases(`hostile values in every call (seed ${seed})`, (database) => {
  let server: RunningServer
  let tokens: readonly string[]
  let stored: Onlooker
  let rows: RowFactory
  let fresh: () => RowFactory
  let operations: Operation[]
  const random = seeded(seed)
  const known = new Map<string, string[]>()

  beforeAll(async () => {
    server = await startServer({ database, env: { DEMO: '0', LOG_LEVEL: 'warn' } })
    stored = await onlooker(server)
    const calls = callsTo(server)
    const [admin, teacher] = [await calls.signIn('admin', '1'), await calls.signIn('admin', '2')]
    tokens = [admin, teacher]
    let from = 80_000
    fresh = () =>
      new RowFactory({
        app: calls,
        entities: loaded,
        from: (from += 10_000),
        tokenFor: ({ name }) => (name === 'course' ? teacher : admin),
      })
    rows = fresh()
    const { paths }: { paths: Record<string, Record<string, Described>> } = JSON.parse(
      await (await fetch(`${server.url}/api/openapi.json`)).text(),
    )
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, described]) => (!verbs.has(method) ? [] : [operationOf(path, method, described)])),
    )
  })
  afterAll(async () => {
    await stored.close()
    await server.remove()
  })

  function operationOf(path: string, method: string, described: Described): Operation {
    const inBody = Object.values(described.requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema?.properties ?? {}))
    const params = [...(described.parameters ?? []).map(({ name }) => name), ...inBody]
    const entity = loaded.find(({ endpoints: { base, also = [] } }) => [base, ...also].some((one) => path.startsWith(`/api${one}/`)))
    return { path, method: method.toUpperCase(), params: params.length ? params : ['id', 'ids'], entity }
  }

  /** A call may have closed the rows that the factory uses, such as a session that now has results; then it starts again with new ones. */
  async function made<T>(make: (from: RowFactory) => Promise<T>): Promise<T> {
    try {
      return await make(rows)
    } catch {
      rows = fresh()
      return make(rows)
    }
  }

  async function idOf(entity: AnyEntity | undefined): Promise<string> {
    if (!entity || entity.endpoints.disable?.includes('add')) return hostileText(random)
    const ids = known.get(entity.name) ?? []
    known.set(entity.name, ids)
    if (ids.length < 3) ids.push((await made((from) => from.added(entity))).id)
    return pick(random, ids)
  }

  /** A valid row with one to three damaged values, or entirely invalid values. */
  async function given({ entity, params, path }: Operation): Promise<[string, unknown][]> {
    const sound: Record<string, unknown> =
      entity && /\/(add|edit)$/.test(path) && random() < 0.8 ? await made((from) => from.row(entity)) : {}
    if (random() < 0.6) sound['id'] = await idOf(entity)
    const spoilt = Array.from({ length: Math.floor(random() * 4) }, (): [string, unknown] => [
      random() < 0.8 ? pick(random, params) : pick(random, hostileKeys),
      hostileValue(random),
    ])
    return [...Object.entries(sound), ...spoilt]
  }

  async function requestOf(operation: Operation): Promise<Sent> {
    const { method } = operation
    const values = await given(operation)
    const own = await idOf(operation.entity)
    const path = operation.path.replace(/\{\w+\}/g, () =>
      encodeURIComponent((random() < 0.5 ? own : hostileText(random)).toWellFormed() || ' '),
    )
    const search = new URLSearchParams()
    const inAddress = !['POST', 'PUT'].includes(method)
    for (const [key, value] of inAddress ? values : [])
      search.append(key.toWellFormed(), (typeof value === 'string' && value.length < 2000 ? value : hostileText(random)).toWellFormed())
    if (random() < 0.5) search.append(pick(random, operation.params), hostileText(random).toWellFormed())
    const broken = random() < 0.05 ? '&%zz=%ff&=&&id=1&id=2&id[]=3' : ''
    const address = `${path}?${search}${broken}`
    if (inAddress) return { method, address }
    if (random() < 0.12) {
      const [type, body] = pick(random, hostileBodies)
      return { method, address, type, body }
    }
    if (random() < 0.03) return { method, address, type: 'application/json', body: nested(pick(random, operation.params)) }
    const body = `{${values.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`
    return { method, address, type: 'application/json', body }
  }

  /**
   * Rows and versions of every table, and the audit rows: a refusal must not change them. Messages are sent meanwhile, and their tries are
   * noted in their rows.
   */
  async function standing(): Promise<string> {
    const tables = new Map(loaded.filter(({ source }) => !source).map(({ name, table }) => [table, name === 'message' ? '0' : 'version']))
    const counted = [...tables].map(
      ([table, version]) => `select '${table}' as name, count(*) as n, coalesce(sum(${version}), 0) as v from ${table}`,
    )
    const audited = `select 'audit', count(*), 0 from sys_audit where coalesce(entity, '') <> 'message'`
    const all = await stored.look(`${counted.join(' union all ')} union all ${audited} order by 1`)
    return JSON.stringify(all)
  }

  test('is answered with a sentence, never with a fault, and a refusal writes nothing', async () => {
    const problems: string[] = []
    let accepted = 0
    let before = await standing()
    for (const operation of operations) {
      if (notAsked.has(operation.path)) continue
      for (let turn = 0; turn < TRIES; turn++) {
        const sent = await requestOf(operation)
        if (operation.entity) before = await standing()
        const token = random() < 0.04 ? hostileText(random).replace(/[^ -~]/g, '') : pick(random, tokens)
        const headers = { 'x-access-token': token, ...(sent.type ? { 'content-type': sent.type } : {}) }
        const reply = await fetch(`${server.url}${sent.address}`, {
          method: sent.method,
          headers,
          ...(sent.body ? { body: sent.body } : {}),
        })
        const text = await reply.text()
        const type = reply.headers.get('content-type') ?? ''
        const problem = answerProblem({ status: reply.status, type, text })
        const told = `${sent.method} ${sent.address.slice(0, 300)} ${(sent.body ?? '').slice(0, 400)}`
        if (problem) problems.push(`${told}: ${problem}`)
        const refused = type.includes('json') && text.includes('"success":false')
        if (!refused) accepted++
        if (refused && operation.entity && before !== (await standing())) problems.push(`${told}: refused and written`)
      }
    }
    expect([problems, server.errorLines()]).toEqual([[], []])
    expect(accepted).toBeGreaterThan(operations.length)
    expect((await callsTo(server).call('GET', '/sys/user/list', { as: tokens[0] ?? '' })).body.success).toBe(true)
  })
})

test('planted: a fault, a missing envelope and a refusal without a sentence are noticed', () => {
  const said = (text: object, status = 200) => answerProblem({ status, type: 'application/json', text: JSON.stringify(text) })
  expect(said({ success: true, code: 200, message: '', result: null, timestamp: 1 })).toBeUndefined()
  expect(said({ success: false, code: 422, message: '请输入', result: null, timestamp: 1 }, 422)).toBeUndefined()
  expect(said({ success: false, code: 500, message: '系统出现错误', timestamp: 1 }, 500)).toContain('answered 500')
  expect(said({ statusCode: 404, error: 'Not Found' }, 404)).toContain('no envelope')
  expect(said({ success: false, code: 422, message: 'bad', timestamp: 1 }, 422)).toContain('without a sentence')
  expect(said({ success: true, code: 422, message: '好', timestamp: 1 }, 422)).toContain('disagree')
  expect(answerProblem({ status: 422, type: 'text/plain', text: 'bad' })).toContain('without an envelope')
})
