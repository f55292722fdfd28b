import { hostname } from 'node:os'
import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

interface Measured {
  readonly name: string
  readonly measurements: readonly { readonly statistic: string; readonly value: number }[]
}
interface Trace {
  readonly timestamp: string
  readonly request: { readonly method: string; readonly uri: string }
  readonly response: { readonly status: number }
  readonly timeTaken: number
}

const names = `
  system.cpu.count system.cpu.usage process.start.time process.uptime process.cpu.usage
  jvm.memory.max jvm.memory.committed jvm.memory.used jvm.buffer.memory.used jvm.buffer.count
  jvm.threads.daemon jvm.threads.live jvm.threads.peak jvm.classes.loaded jvm.classes.unloaded
  jvm.gc.memory.allocated jvm.gc.memory.promoted jvm.gc.max.data.size jvm.gc.live.data.size jvm.gc.pause
  tomcat.sessions.created tomcat.sessions.expired tomcat.sessions.active.current tomcat.sessions.active.max tomcat.sessions.rejected`
  .trim()
  .split(/\s+/)

onBothDatabases('the monitor', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database, env: { METRICS_TOKEN: 'for-operators-only' } })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const read = async <T>(path: string, as = admin): Promise<T> => JSON.parse((await app.call('GET', path, { as })).raw.toString()) as T
  const figure = async (name: string): Promise<number> =>
    (await read<Measured>(`/actuator/metrics/${name}`)).measurements[0]?.value ?? Number.NaN

  test('every figure of the document is a number of this process', async () => {
    for (const name of names) expect(await figure(name), name).toBeGreaterThanOrEqual(0)
    expect(await figure('jvm.memory.used')).toBeLessThanOrEqual(await figure('jvm.memory.max'))
    expect(Math.abs((await figure('process.start.time')) * 1000 + (await figure('process.uptime')) * 1000 - Date.now())).toBeLessThan(5000)
    expect((await app.call('GET', '/actuator/metrics/constructor', { as: admin })).body.success).toBe(false)
  })

  test('all figures of a page come in one answer, which names its node, and so do those of the cache and the disks', async () => {
    const { result } = await read<{ result: { node: string; figures: Measured[] } }>(`/sys/actuator/figures?names=${names.join()}`)
    expect(result.figures.map(({ name }) => name)).toEqual(names)
    expect(result.figures.find(({ name }) => name === 'jvm.gc.pause')?.measurements).toHaveLength(2)
    expect(result.node).toBe(`${hostname()}:${process.pid}`)
    for (const path of ['/sys/actuator/cache', '/sys/actuator/disks', '/actuator/httptrace'])
      expect((await read<{ result: { node: string } }>(path)).result.node, path).toBe(result.node)
    const unknown = await app.call('GET', '/sys/actuator/figures?names=system.cpu.count,constructor', { as: admin })
    expect(unknown.body.success).toBe(false)
  })

  test('what garbage collection does is counted', async () => {
    const before = { pauses: await figure('jvm.gc.pause'), allocated: await figure('jvm.gc.memory.allocated') }
    let seen = 0
    const observer = new PerformanceObserver((list) => (seen += list.getEntries().length))
    observer.observe({ entryTypes: ['gc'] })
    // Nothing stays for longer than a moment: what survives collections would soon be made among the old objects.
    const fill = async () => {
      for (let n = 0; n < 20_000; n++) JSON.parse('{"n":[1,2]}')
      await turn()
    }
    while (seen < 6) await fill()
    observer.disconnect()
    expect(await figure('jvm.gc.pause')).toBeGreaterThanOrEqual(before.pauses + seen)
    // Some collections are of old objects only; how much fills the young generation depends on the process, and is a megabyte at least.
    const allocated = async () => {
      await fill()
      return figure('jvm.gc.memory.allocated')
    }
    await expect.poll(allocated, { timeout: 5000, interval: 5 }).toBeGreaterThan(before.allocated + 1_000_000)
  })

  test('logins are counted as sessions', async () => {
    expect(await figure('tomcat.sessions.active.current')).toBeGreaterThan(0)
    expect(await figure('tomcat.sessions.active.max')).toBeGreaterThanOrEqual(await figure('tomcat.sessions.active.current'))
  })

  test('the trace has the last requests without their queries, and not itself', async () => {
    await app.call('GET', '/sys/position/list', { as: admin, query: { name: 'secret-word' } })
    await read('/actuator/httptrace')
    const { traces } = await read<{ traces: Trace[] }>('/actuator/httptrace')
    expect(traces[0]).toMatchObject({ request: { method: 'GET', uri: '/sys/position/list' }, response: { status: 200 } })
    expect(JSON.stringify(traces)).not.toMatch(/secret-word|httptrace/)
    const asked = Array.from({ length: 130 }, (_, number) => `/sys/position/none-${number}`)
    for (const path of asked) await app.call('GET', path, { as: admin })
    const last = (await read<{ traces: Trace[] }>('/actuator/httptrace')).traces
    expect(last.map(({ request }) => request)).toEqual(
      asked
        .slice(-100)
        .reverse()
        .map((uri) => ({ method: 'GET', uri })),
    )
    expect(new Set(last.map(({ response }) => response.status))).toEqual(new Set([404]))
    expect(last.map(({ timestamp }) => timestamp)).toEqual(
      last
        .map(({ timestamp }) => timestamp)
        .toSorted()
        .reverse(),
    )
  })

  test('the cache in use and the disks have real figures', async () => {
    const base = '/sys/actuator/redis'
    expect((await read<{ dbSize: number }>(`${base}/keysSize`)).dbSize).toBeGreaterThanOrEqual(0)
    expect((await read<{ used_memory: number }>(`${base}/memoryInfo`)).used_memory).toBeGreaterThan(1_000_000)
    expect((await read<{ result: { key: string }[] }>(`${base}/info`)).result.map(({ key }) => key)).toContain('used_memory')
    const [disk] = (await read<{ result: { max: number; rest: number; restPPT: number }[] }>(`${base}/queryDiskInfo`)).result
    expect(disk?.restPPT).toBe(Math.round(((disk?.max ?? 0) - (disk?.rest ?? 0)) / ((disk?.max ?? 0) / 100)))
  })

  test('operators read the figures with a token of their own, and a balancer what the node is', async () => {
    const asked = (url: string, authorization?: string) =>
      app.app.inject({ url, headers: authorization === undefined ? {} : { authorization } })
    expect((await asked('/metrics')).statusCode).toBe(401)
    expect((await asked('/metrics', `Bearer ${admin}`)).statusCode).toBe(401)
    const { body } = await asked('/metrics', 'Bearer for-operators-only')
    expect(body).toMatch(/^jvm_memory_used_bytes \d+$/m)
    expect(body).toMatch(/^jvm_gc_pause_seconds_count \d+$/m)
    expect((await asked('/health')).json()).toEqual({ status: 'UP' })
    expect((await asked('/ready')).statusCode).toBe(200)
  })

  test('what operators read goes on without the figures of a table that cannot be read, and has them again at once', async () => {
    const rename = (from: string, to: string) =>
      app.app.engine.db.write((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx))
    const figures = async () => (await app.app.inject({ url: '/metrics', headers: { authorization: 'Bearer for-operators-only' } })).body
    await rename('sys_session', 'away')
    await expect.poll(figures, { timeout: 5_000 }).not.toMatch(/^tomcat_sessions_active_current/m)
    expect(await figures()).toMatch(/^jvm_memory_used_bytes \d+$/m)
    await rename('away', 'sys_session')
    expect(await figures()).toMatch(/^tomcat_sessions_active_current \d+$/m)
  })

  test('the peak of logins is noted although nobody looks', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const node = await testApp({ database })
    const tokens = [await node.signIn('admin'), await node.signIn('admin'), await node.signIn('admin', '1')]
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    for (const as of tokens.slice(0, 2)) await node.call('GET', '/sys/logout', { as })
    const of = async (name: string) => {
      const answer = await node.call('GET', `/actuator/metrics/tomcat.sessions.active.${name}`, { as: tokens[2] ?? '' })
      return (JSON.parse(answer.raw.toString()) as Measured).measurements[0]?.value
    }
    expect([await of('current'), await of('max')]).toEqual([1, 3])
    await node.close()
  })

  test('a node that stops waits for a balancer that asks whether it is ready, and for nobody else', async () => {
    const node = await testApp({ database, env: { DRAIN_SECONDS: '1' } })
    const retired = async () => {
      const began = performance.now()
      await node.app.retire()
      return performance.now() - began
    }
    expect(await retired()).toBeLessThan(500)
    expect((await node.app.inject('/ready')).json()).toEqual({ status: 'STOPPING' })
    expect(await retired()).toBeGreaterThan(900)
    expect((await node.app.inject('/health')).json()).toEqual({ status: 'UP' })
    await node.close()
  })
})
