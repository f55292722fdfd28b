import { readFileSync } from 'node:fs'
import { writeAccount } from './bench-account.ts'
import { timed } from './bench-calls.ts'
import { lineOf, type BenchLine } from './bench-lines.ts'
import { withServers, type BenchDatabase, type BenchServers } from './bench-servers.ts'
import { compare, median, startLoad, wantedRatios, type ComparedCall, type Effort } from './compare.ts'
import { measureDecision } from './decision.ts'
import { measureGateway } from './gateway.ts'
import { importSeconds } from './import-time.ts'
import { measurePeople } from './people.ts'
import { measureScreens } from './screens.ts'
import { measureStarts } from './starts.ts'
import { addMix, editMix, getMix, listAllMix, listMix, notReadAgain, searchMix, uncountedMix, unindexedMix } from './mixes.ts'

export interface ScalePlan {
  readonly rows: number
  /** A table so small that a search in it is short. */
  readonly fewRows: number
  readonly importedRows: number
  /** Rows of the import beside which others work. */
  readonly manyImported: number
  readonly people: number
  readonly effort: Effort
  /** Quiet pairs of runs of each call beside the hand-written server. */
  readonly pairs: number
  say(sentence: string): void
}

type Part = (servers: BenchServers, plan: ScalePlan) => Promise<BenchLine[]>
const list = '/inspect/bhFacility/list'

interface Compared {
  /** What is compared, if a ratio is wanted of it. */
  readonly call?: ComparedCall
  readonly what: string
  mix(data: BenchServers['data']): ReturnType<typeof getMix>
  readonly connections?: number
}

const wantedCall = (call: ComparedCall, mix: Compared['mix']): Compared => ({ call, what: call, mix })

const comparing =
  (calls: readonly Compared[]) =>
  async ({ database, product, handWritten, people, data }: BenchServers, { effort, pairs, say }: ScalePlan): Promise<BenchLine[]> => {
    const lines: BenchLine[] = []
    for (const { call, what, mix, connections = 10 } of calls) {
      say(`${database}: ${what} …`)
      const ports = { product: product.port, handWritten: handWritten.port }
      const load = { token: people, requests: mix(data), connections, effort: { ...effort, runs: pairs } }
      const { ratios } = await compare(ports, load)
      const wanted = call ? { wanted: `≥ ${wantedRatios[call][database]}` } : {}
      lines.push(lineOf({ database, what: `${what} ÷ hand-written`, unit: 'ratio', ...wanted }, ratios))
    }
    return lines
  }

/** What the process holds, in megabytes; on Linux only. */
const held = (pid: number): number =>
  process.platform === 'linux' ? Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024 : Number.NaN

const memory: Part = async ({ database, product, token, data }, { effort }) => {
  for (const mix of [listMix, getMix, listAllMix, editMix])
    await startLoad({ port: product.port, token, connections: 10, warmUpSeconds: 0, seconds: effort.seconds, requests: mix(data) }).seen
  return [{ database, what: 'memory after load', unit: 'MB', value: held(product.pid), wanted: database === 'SQLite' ? '≤ 220' : '≤ 260' }]
}

/** Milliseconds of calls, the middle of some. */
async function callTimes({ product, token }: BenchServers, path: (n: number) => string, count = 20): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push((await timed({ port: product.port, token }, path(n))).seconds * 1000)
  return median(times)
}

const pages: Part = async (servers, { effort, rows }) => {
  const ten = (page: number) => `${list}?pageSize=10&column=facilityNum&order=asc&pageNo=${page}`
  const last = Math.min(5000, rows / 10)
  let backwards = last
  const turn = async () => ({
    first: await callTimes(servers, () => ten(1)),
    far: await callTimes(servers, () => ten(last)),
    // Backwards, so that no page that was read before has shown where the next one starts.
    unknown: await callTimes(servers, () => ten(--backwards)),
  })
  await turn()
  const times: Awaited<ReturnType<typeof turn>>[] = []
  for (let run = 0; run < effort.runs; run++) times.push(await turn())
  const { database } = servers
  return [
    lineOf(
      { database, what: 'page 1', unit: 'ms' },
      times.map((time) => time.first),
    ),
    lineOf(
      { database, what: 'page 5,000', unit: 'ms' },
      times.map((time) => time.far),
    ),
    lineOf(
      { database, what: 'page 5,000 ÷ page 1', unit: 'ratio', wanted: '≤ 4' },
      times.map((time) => time.far / time.first),
    ),
    lineOf(
      { database, what: 'page before, unknown start ÷ page 1', unit: 'ratio', wanted: '≤ 4' },
      times.map((time) => time.unknown / time.first),
    ),
  ]
}

/** Milliseconds of requests one after the other, the slowest but one in twenty, of some runs. */
async function timesOf(mix: typeof searchMix, { product, token, data }: BenchServers, { effort }: ScalePlan): Promise<number[]> {
  const job = {
    port: product.port,
    token,
    connections: 1,
    warmUpSeconds: effort.warmUpSeconds,
    seconds: effort.seconds,
    requests: mix(data),
  }
  const runs: number[] = []
  for (let run = 0; run < effort.runs; run++) runs.push((await startLoad(job).seen).p95)
  return runs
}

const search: Part = async (servers, plan) => {
  const { database } = servers
  const many = await timesOf(searchMix, servers, plan)
  const few = await withServers({ database, rows: plan.fewRows, say: plan.say }, (small) => timesOf(searchMix, small, plan))
  if (!few) return []
  const ratios = many.map((time) => time / median(few))
  return [
    lineOf({ database, what: 'search, few rows, p95', unit: 'ms' }, few),
    lineOf({ database, what: 'search, p95', unit: 'ms' }, many),
    lineOf({ database, what: 'search ÷ few rows', unit: 'ratio', wanted: '≤ 3' }, ratios),
    lineOf({ database, what: 'filter without an index, p95', unit: 'ms' }, await timesOf(unindexedMix, servers, plan)),
  ]
}

/** How long others wait for a row and for an edit while something goes on; they ask fifty times a second each. */
async function othersWhile(
  { database, product, data }: BenchServers,
  what: string,
  other: string,
  work: () => Promise<unknown>,
): Promise<BenchLine[]> {
  const job = { port: product.port, token: other, connections: 4, warmUpSeconds: 0, seconds: 120, pause: 20 }
  const loads = { get: startLoad({ ...job, requests: getMix(data) }), edit: startLoad({ ...job, connections: 2, requests: editMix(data) }) }
  await work()
  const [get, edit] = await Promise.all([loads.get.end(), loads.edit.end()])
  return [
    { database, what: `get while ${what}, p50`, unit: 'ms', value: get.p50 },
    { database, what: `get while ${what}, p99`, unit: 'ms', value: get.p99, wanted: '≤ 60' },
    { database, what: `edit while ${what}, p50`, unit: 'ms', value: edit.p50 },
    { database, what: `edit while ${what}, p99`, unit: 'ms', value: edit.p99, wanted: '≤ 150' },
  ]
}

const others: Part = async (servers, { effort, manyImported }) => {
  const { product, token, data } = servers
  const other = await writeAccount(servers)
  const alone = { port: product.port, token, connections: 1, warmUpSeconds: 0, seconds: effort.seconds * effort.runs }
  const searching = () => startLoad({ ...alone, requests: searchMix(data) }).seen
  const reading = () => startLoad({ ...alone, requests: unindexedMix(data) }).seen
  const sheet = { courseId: data.courseIds[1] ?? '', rows: manyImported, mark: 'many' }
  const importing = (name: string) => () => importSeconds(product, token, { ...sheet, name })
  return [
    ...(await othersWhile(servers, 'one searches', other, searching)),
    ...(await othersWhile(servers, 'one reads all', other, reading)),
    ...(await othersWhile(servers, 'one imports', other, importing('直流电源'))),
    ...(await othersWhile(servers, 'one imports changes', other, importing('交流电源'))),
  ]
}

const imports: Part = async ({ database, product, token, data }, { effort, importedRows }) => {
  const seconds: number[] = []
  for (let run = 0; run < effort.runs; run++)
    seconds.push(await importSeconds(product, token, { courseId: data.courseIds[2 + run] ?? '', rows: importedRows }))
  return [
    lineOf({ database, what: `import of ${importedRows}`, unit: 's', wanted: database === 'SQLite' ? '≤ 1.8' : '≤ 2.2' }, seconds),
    { database, what: 'memory after imports', unit: 'MB', value: held(product.pid) },
  ]
}

/** The parts in the order in which they disturb each other least. */
const parts: Readonly<Record<string, Part>> = {
  memory,
  pages,
  search,
  lists: comparing([
    wantedCall('get', getMix),
    wantedCall('list', listMix),
    wantedCall('list of all', listAllMix),
    wantedCall('list, counted anew', uncountedMix),
  ]),
  writes: comparing([
    wantedCall('edit', editMix),
    wantedCall('add', addMix),
    { what: 'edit, one after another', mix: editMix, connections: 1 },
    { what: 'edit, not read again', mix: (data) => notReadAgain(editMix(data)) },
    { what: 'add, not read again', mix: (data) => notReadAgain(addMix(data)) },
  ]),
  others,
  imports,
}

/** Parts that need other rows, in databases of their own. */
const apart: Readonly<Record<string, (database: BenchDatabase, plan: ScalePlan) => Promise<BenchLine[] | undefined>>> = {
  decision: measureDecision,
  gateway: measureGateway,
  people: measurePeople,
  screens: measureScreens,
  starts: measureStarts,
}

export const scaleParts: readonly string[] = [...Object.keys(apart), ...Object.keys(parts)]

/** Measure these parts on one database, all if none is named; undefined without PostgreSQL. */
export async function measureScale(database: BenchDatabase, plan: ScalePlan, only: readonly string[]): Promise<BenchLine[] | undefined> {
  const asked = <T>(all: Readonly<Record<string, T>>) => Object.entries(all).filter(([name]) => !only.length || only.includes(name))
  const lines: BenchLine[] = []
  for (const [name, part] of asked(apart)) {
    plan.say(`${database}: ${name} …`)
    lines.push(...((await part(database, plan)) ?? []))
  }
  if (!asked(parts).length) return lines
  return withServers({ database, rows: plan.rows, say: plan.say }, async (servers) => {
    for (const [name, part] of asked(parts)) {
      plan.say(`${database}: ${name} …`)
      lines.push(...(await part(servers, plan)))
    }
    return lines
  })
}
