import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { timed } from './bench-calls.ts'
import type { BenchLine } from './bench-lines.ts'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { withDatabase, withServer, type BenchDatabase } from './bench-servers.ts'
import { median, startLoad, type Effort } from './compare.ts'
import { quietTurns } from './quiet-turns.ts'

/** So many routes do not fit before one does. */
const OTHERS = 10
const MIX = 50
const CONNECTIONS = 10
/** Turns in a run. */
const TURNS = 2

const path = (pattern: string) => JSON.stringify([{ name: 'Path', args: [pattern] }])
const limiter = [
  { key: 'key-resolver', value: '#{@ipKeyResolver}' },
  { key: 'redis-rate-limiter.replenishRate', value: 1_000_000 },
  { key: 'redis-rate-limiter.burstCapacity', value: 1_000_000 },
]
const bothFilters = JSON.stringify([
  { name: 'Hystrix', args: [{ key: 'fallbackUri', value: 'forward:/fallback' }] },
  { name: 'RequestRateLimiter', args: limiter },
])

/** The places below the gateway that are asked: one whose route has no filters, and one that has both. */
const places = [
  ['gateway', '/plain', '[]'],
  ['gateway, filters', '/filtered', bothFilters],
] as const

async function writeRoutes(server: { readonly port: number; readonly token: string }, uri: string): Promise<void> {
  const add = (place: string, filters: string) => {
    const router = { routerId: place.slice(1), name: place, uri, predicates: path(`${place}/**`), filters, status: 1 }
    return timed(server, '/sys/gatewayRoute/updateAll', { router })
  }
  for (let n = 0; n < OTHERS; n++) await add(`/other${n}`, '[]')
  for (const [, place, filters] of places) await add(place, filters)
  const isKnown = async () => (await fetch(`http://127.0.0.1:${server.port}/gateway${places[1][1]}/x`)).ok
  while (!(await isKnown())) await pause(50)
}

type Proxy = 'gateway' | 'plain'
type Servers = Readonly<Record<Proxy | 'target', BenchServer>>

/** One way in one turn. */
interface WaySeen {
  readonly perSecond: number
  /** Microseconds of the processor for one request. */
  readonly processor: number
  /** Milliseconds of a request that is alone, and how many of them the way adds. */
  readonly alone: number
  readonly added: number
}
type Turn = Readonly<Record<Proxy, WaySeen>>

/** Microseconds of the processor that a process has used; on Linux only. */
function processorTime(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1000
}

/** All ways in turn, and in many short turns: whatever else runs on the machine slows all of them down. */
async function turnsOf(servers: Servers, place: string, { runs, seconds }: Effort): Promise<Turn[]> {
  const length = seconds / TURNS
  const load = async (way: keyof Servers, connections: number) => {
    const { port, pid } = servers[way]
    const start = `${way === 'gateway' ? '/gateway' : ''}${place}`
    const requests = Array.from({ length: MIX }, (_, n) => ({ method: 'GET' as const, path: `${start}/${n}?n=${n}` }))
    const before = processorTime(pid)
    const seen = await startLoad({ port, token: 'none', connections, warmUpSeconds: 0, seconds: length, requests }).seen
    return { ...seen, processor: (processorTime(pid) - before) / seen.answers }
  }
  const wayOf = async (way: Proxy, direct: number) => {
    const alone = await load(way, 1)
    const { perSecond, processor } = await load(way, CONNECTIONS)
    return { perSecond, processor, alone: alone.p50, added: alone.p50 - direct }
  }
  const turn = async (): Promise<Turn> => {
    const { p50 } = await load('target', 1)
    return { gateway: await wayOf('gateway', p50), plain: await wayOf('plain', p50) }
  }
  for (let n = 0; n < TURNS; n++) await turn()
  const speedsOf = ({ perSecond, alone }: WaySeen) => [perSecond, 1 / alone]
  return quietTurns({ wanted: runs * TURNS, turn, speeds: ({ gateway, plain }) => [...speedsOf(gateway), ...speedsOf(plain)] })
}

const lineOf = (what: string, unit: BenchLine['unit'], values: readonly number[], wanted?: string): Omit<BenchLine, 'database'> => ({
  what,
  unit,
  value: median(values),
  range: [Math.min(...values), Math.max(...values)],
  ...(wanted ? { wanted } : {}),
})

function linesOf(what: string, turns: readonly Turn[]): Omit<BenchLine, 'database'>[] {
  const figures = (read: (turn: Turn) => number) => turns.map(read)
  return [
    lineOf(
      `${what} ÷ plain proxy`,
      'ratio',
      figures(({ gateway, plain }) => gateway.perSecond / plain.perSecond),
      '≥ 0.7',
    ),
    lineOf(
      `${what}: adds`,
      'ms',
      figures(({ gateway }) => gateway.added),
    ),
    lineOf(
      `${what}: plain adds ÷ adds`,
      'ratio',
      figures(({ gateway, plain }) => plain.added / gateway.added),
      '≥ 0.7',
    ),
    lineOf(
      `${what}: plain CPU ÷ CPU`,
      'ratio',
      figures(({ gateway, plain }) => plain.processor / gateway.processor),
    ),
  ]
}

/** Requests through the gateway beside a proxy that has no rules, with the same library, target and load; both are asked in turn. */
export const measureGateway = (database: BenchDatabase, { effort }: { readonly effort: Effort }): Promise<BenchLine[] | undefined> =>
  withDatabase(database, async (env) => {
    const started: BenchServer[] = []
    const start = async (program: string, settings: Readonly<Record<string, string>> = {}) => {
      const server = await startBenchServer(program, settings)
      started.push(server)
      return server
    }
    try {
      const target = await start('scripts/bench/proxy-target.ts')
      const uri = `http://127.0.0.1:${target.port}`
      const plain = await start('scripts/bench/plain-proxy.ts', { TARGET: uri })
      return await withServer({ ...env, OUTBOUND_ALLOW: `127.0.0.1:${target.port}` }, async (gateway) => {
        await writeRoutes(gateway, uri)
        const lines: BenchLine[] = []
        for (const [what, place] of places) {
          const turns = await turnsOf({ gateway, plain, target }, place, effort)
          lines.push(...linesOf(what, turns).map((line) => ({ database, ...line })))
        }
        return lines
      })
    } finally {
      for (const server of started) await server.stop()
    }
  })
