/**
 * `npm run bench`: the generated server against one written by hand (scripts/bench), the division of 5,000 students into
 * sessions and lists among 50,000, marking among 5,000 submissions, the live feed under load, and the sizes of the first load.
 * --quick  fewer rows and shorter runs, for a look in under a minute
 * --no-postgres  SQLite only
 * --json  the figures as JSON on stdout, the rest on stderr;  --out FILE  the JSON also to a file
 */
import { writeFileSync } from 'node:fs'
import { arch, availableParallelism, platform } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAllocation, type AllocationMeasured } from './bench/allocation.ts'
import { feedLoad, feedSettings, feedTable, measureFeed, type FeedMeasured } from './bench/feed.ts'
import { firstLoads, type FirstLoad } from './bench/first-load.ts'
import { markingTable, measureMarking, type MarkingMeasured } from './bench/marking.ts'
import { measurePostgres, measureSqlite, type Measured, type MeasurePlan } from './bench/measure.ts'

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

const WANTED_RATIO = 0.6

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    'no-postgres': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`)

const plan: MeasurePlan = options.quick
  ? { rows: 10_000, students: 10_000, importedRows: 2000, effort: { runs: 3, seconds: 1, warmUpSeconds: 0.5 }, say }
  : { rows: 100_000, students: 50_000, importedRows: 2000, effort: { runs: 5, seconds: 3, warmUpSeconds: 1 }, say }

const load = options.quick ? { ...feedLoad, seconds: 10 } : feedLoad

const columns = [12, 21, 16, 14, 10, 24] as const
const row = (...cells: readonly string[]): string => cells.map((cell, index) => cell.padEnd(columns[index] ?? 0)).join('')
const perSecond = (value: number): string => `${Math.round(value)}/s`

function linesOf({ database, comparisons, importSeconds, importedRows }: Measured): string[] {
  const compared = comparisons.map(({ what, product, handWritten, ratio, ratios }) => {
    const wanted = what === 'add' || what === 'edit' ? '' : `≥ ${WANTED_RATIO}`
    const spread = `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`
    return row(database, what, perSecond(product), perSecond(handWritten), ratio.toFixed(2), `${spread.padEnd(14)}${wanted}`)
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

const measured = [await measureSqlite(plan)]
const postgres = options.quick || options['no-postgres'] ? undefined : await measurePostgres(plan)
if (postgres) measured.push(postgres)
const allocation: AllocationMeasured[] = []
for (const { database } of measured) {
  const one = await measureAllocation(database, plan)
  if (one) allocation.push(one)
}

const marking: MarkingMeasured[] = []
for (const { database } of measured) {
  say(`${database}: next of 5,000 submissions …`)
  const one = await measureMarking(database)
  if (one) marking.push(one)
}

const feed: FeedMeasured[] = []
for (const setting of options.quick || options['no-postgres'] ? feedSettings.slice(0, 1) : feedSettings) {
  say(`live feed: ${setting} …`)
  const one = await measureFeed(setting, load)
  if (one) feed.push(one)
}

const figures: Figures = {
  at: new Date().toISOString(),
  machine: `${platform()} ${arch()}, ${availableParallelism()} cores, Node ${process.versions.node}`,
  rows: plan.rows,
  runs: plan.effort.runs,
  measured,
  allocation,
  marking,
  feed,
  firstLoad: firstLoads(),
}
const json = JSON.stringify(figures, null, 2)
if (options.out) writeFileSync(options.out, `${json}\n`)
if (options.json) say(table(figures))
console.log(options.json ? json : table(figures))
