/**
 * `npm run bench`: the generated server against one written by hand (scripts/bench), the division of 5,000 students into
 * sessions and lists among 50,000, marking among 5,000 submissions, the live feed under load, and the sizes of the first load.
 * --scale  instead of these, what a million rows cost: search, deep pages, lists, writes, others' waiting, imports, memory; a whole run
 *          is kept in data/bench, and the next is shown beside it
 * --only a,b  only these parts: calls, allocation, marking, feed; with --scale decision, gateway, people, screens, starts,
 *          memory, pages, search, lists, writes, others, imports
 * --quick  fewer rows and shorter runs, for a look in under a minute
 * --no-postgres  SQLite only;  --no-sqlite  PostgreSQL only
 * --json  the figures as JSON on stdout, the rest on stderr;  --out FILE  the JSON also to a file
 */
import { writeFileSync } from 'node:fs'
import { arch, availableParallelism, platform } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAllocation, type AllocationMeasured } from './bench/allocation.ts'
import { feedLoad, feedSettings, feedTable, measureFeed, type FeedMeasured } from './bench/feed.ts'
import { firstLoads, type FirstLoad } from './bench/first-load.ts'
import { markingTable, measureMarking, type MarkingMeasured } from './bench/marking.ts'
import { keep, lastKept, linesTable, type BenchKept } from './bench/bench-lines.ts'
import type { BenchDatabase } from './bench/bench-servers.ts'
import { wantedRatios } from './bench/compare.ts'
import { measure, type Measured, type MeasurePlan } from './bench/measure.ts'
import { measureScale, scaleParts, type ScalePlan } from './bench/scale.ts'

interface Figures {
  readonly at: string
  readonly machine: string
  readonly rows: number
  readonly runs: number
  readonly measured: readonly Measured[]
  readonly allocation: readonly AllocationMeasured[]
  readonly marking: readonly MarkingMeasured[]
  readonly feed: readonly FeedMeasured[]
  readonly firstLoad: readonly FirstLoad[]
}

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    'no-sqlite': { type: 'boolean', default: false },
    'no-postgres': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})

const only = options.only.split(',').filter(Boolean)
const isAsked = (part: string): boolean => only.length === 0 || only.includes(part)
const databases = (
  [
    ['SQLite', 'no-sqlite'],
    ['PostgreSQL', 'no-postgres'],
  ] as const
)
  .filter(([, without]) => !options[without])
  .map(([database]): BenchDatabase => database)

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`)

const plan: MeasurePlan = options.quick
  ? { rows: 10_000, students: 10_000, importedRows: 2000, effort: { runs: 3, seconds: 1, warmUpSeconds: 0.5, firstSeconds: 1 }, say }
  : { rows: 100_000, students: 50_000, importedRows: 2000, effort: { runs: 5, seconds: 3, warmUpSeconds: 1, firstSeconds: 8 }, say }

const scalePlan: ScalePlan = options.quick
  ? {
      rows: 200_000,
      fewRows: 10_000,
      importedRows: 2000,
      manyImported: 10_000,
      people: 10_000,
      effort: { runs: 3, seconds: 1, warmUpSeconds: 0.3, firstSeconds: 1 },
      pairs: 3,
      say,
    }
  : {
      rows: 1_000_000,
      fewRows: 10_000,
      importedRows: 10_000,
      manyImported: 50_000,
      people: 100_000,
      effort: { runs: 7, seconds: 1.5, warmUpSeconds: 0.3, firstSeconds: 20 },
      pairs: 7,
      say,
    }

const load = options.quick ? { ...feedLoad, seconds: 10 } : feedLoad

const columns = [12, 21, 16, 14, 10, 24] as const
const row = (...cells: readonly string[]): string => cells.map((cell, index) => cell.padEnd(columns[index] ?? 0)).join('')
const perSecond = (value: number): string => `${Math.round(value)}/s`

function linesOf({ database, comparisons, importSeconds, importedRows }: Measured): string[] {
  const compared = comparisons.map(({ what, product, handWritten, ratio, ratios }) => {
    const spread = `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`
    return row(
      database,
      what,
      perSecond(product),
      perSecond(handWritten),
      ratio.toFixed(2),
      `${spread.padEnd(14)}≥ ${wantedRatios[what][database]}`,
    )
  })
  return [...compared, row(database, 'import', `${importSeconds.toFixed(2)} s`, '', '', `${importedRows} rows`)]
}

function allocationLines({ database, allocation, lists }: AllocationMeasured): string[] {
  const { students, sessions } = allocation
  const step = (what: string, seconds: number, wanted = '') => row(database, what, `${seconds.toFixed(2)} s`, wanted)
  return [
    row('database', `${students} students`, `in ${sessions} sessions`, 'wanted'),
    step('plan', allocation.planSeconds, '< 1 s'),
    step('plan with times', allocation.timedPlanSeconds, '< 1 s'),
    step('commit', allocation.commitSeconds, '< 5 s'),
    step('seats of all', allocation.seatsSeconds),
    row('database', 'list of students', `of ${lists[0]?.students ?? 0}`, `of ${lists[0]?.few ?? 0}`, 'ratio'),
    ...lists.map(({ what, milliseconds, fewMilliseconds }) =>
      row(database, what, `${milliseconds.toFixed(1)} ms`, `${fewMilliseconds.toFixed(1)} ms`, (milliseconds / fewMilliseconds).toFixed(1)),
    ),
  ]
}

function table({ measured, allocation, marking, feed, firstLoad }: Figures): string {
  return [
    row('database', 'call', 'generated', 'hand-written', 'ratio', 'range         wanted'),
    ...measured.flatMap(linesOf),
    '',
    ...allocation.flatMap((one) => [...allocationLines(one), '']),
    markingTable(marking),
    '',
    feedTable(feed, load),
    '',
    ...firstLoad.map(
      ({ page, kilobytes, limit, files }) => `${page.padEnd(12)}${kilobytes} kB gzip in ${files.length} files, wanted < ${limit} kB`,
    ),
  ].join('\n')
}

const machine = `${platform()} ${arch()}, ${availableParallelism()} cores, Node ${process.versions.node}`

/** The figures as JSON or as a table, where they are asked for. */
function answer(json: string, shown: string): void {
  if (options.out) writeFileSync(options.out, `${json}\n`)
  if (options.json) say(shown)
  console.log(options.json ? json : shown)
}

async function benchScale(): Promise<void> {
  const unknown = only.filter((part) => !scaleParts.includes(part))
  if (unknown.length) throw new Error(`there is no part ${unknown.join()}; there are ${scaleParts.join()}`)
  const { rows } = scalePlan
  const lines: BenchKept['lines'][number][] = []
  for (const database of databases) lines.push(...((await measureScale(database, scalePlan, only)) ?? []))
  const name = options.quick ? 'scale-quick' : 'scale'
  const figures: BenchKept = { at: new Date().toISOString(), machine, rows, lines }
  answer(JSON.stringify(figures, null, 2), linesTable(lines, lastKept(name)))
  if (only.length === 0 && databases.length === 2) keep(name, figures)
}

async function benchCalls(): Promise<void> {
  const inSmall: BenchDatabase[] = options.quick ? databases.slice(0, 1) : databases
  const measured: Measured[] = []
  if (isAsked('calls'))
    for (const database of inSmall) {
      const one = await measure(database, plan)
      if (one) measured.push(one)
    }
  const allocation: AllocationMeasured[] = []
  if (isAsked('allocation'))
    for (const database of inSmall) {
      const one = await measureAllocation(database, plan)
      if (one) allocation.push(one)
    }
  const marking: MarkingMeasured[] = []
  if (isAsked('marking'))
    for (const database of inSmall) {
      say(`${database}: next of 5,000 submissions …`)
      const one = await measureMarking(database)
      if (one) marking.push(one)
    }
  const feed: FeedMeasured[] = []
  if (isAsked('feed'))
    for (const setting of options.quick || options['no-postgres'] ? feedSettings.slice(0, 1) : feedSettings) {
      say(`live feed: ${setting} …`)
      const one = await measureFeed(setting, load)
      if (one) feed.push(one)
    }
  const figures: Figures = {
    at: new Date().toISOString(),
    machine,
    rows: plan.rows,
    runs: plan.effort.runs,
    measured,
    allocation,
    marking,
    feed,
    firstLoad: firstLoads(),
  }
  answer(JSON.stringify(figures, null, 2), table(figures))
}

await (options.scale ? benchScale() : benchCalls())
