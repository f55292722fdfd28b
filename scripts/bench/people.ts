import { sql } from 'kysely'
import { untypedEngine } from '../../engine/server/index.ts'
import { asSystem } from '../../src/server/access/system-actor.ts'
import { buildApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { writeStudents } from '../../tests/support/students.ts'
import type { BenchLine } from './bench-lines.ts'
import { withDatabase, withServer, type BenchDatabase, type BenchSettings } from './bench-servers.ts'
import { median, startLoad, type Effort } from './compare.ts'
import type { LoadRequest } from './load.ts'

/** How many accounts there are in the two databases that are compared. */
const FEW = 1000
const COLLEGES = 4
const CENTRES = 5
/** One in so many accounts is frozen. */
const FROZEN = 50
const MIX = 50

interface Departments {
  readonly college: string
  readonly centre: string
}

/** Fill a fresh database with departments and so many people, spread evenly over the lowest of them. */
async function preparePeople(env: BenchSettings, count: number): Promise<Departments> {
  const app = await buildApp(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  const { engine } = app
  const depart = async (departName: string, parentId: string): Promise<string> => {
    const row = { departName, parentId, orgCategory: '2' }
    const [made] = await untypedEngine(engine).write({ entity: 'department', operation: 'add', rows: [row], ...asSystem })
    return made?.id ?? ''
  }
  try {
    const root = await engine.db.read.selectFrom('sys_depart').select('id').executeTakeFirstOrThrow()
    const colleges: string[] = []
    const centres: string[] = []
    for (let n = 0; n < COLLEGES; n++) {
      const college = await depart(`学院${n}`, root.id)
      colleges.push(college)
      for (let m = 0; m < CENTRES; m++) centres.push(await depart(`中心${n}${m}`, college))
    }
    await writeStudents(engine, count)
    const places = sql.join(centres.map((id, place) => sql`(${id}, ${sql.lit(place)})`))
    const numbered = (every: number) => sql`cast(u.study_number as bigint) % ${sql.lit(every)}`
    await engine.db.write(async (tx) => {
      await sql`insert into sys_user_depart (user_id, dep_id) select u.id, c.column1 from (values ${places}) as c
        join sys_user as u on ${numbered(centres.length)} = c.column2`.execute(tx)
      await sql`update sys_user as u set status = 2 where ${numbered(FROZEN)} = 1`.execute(tx)
    })
    // What PostgreSQL does by itself within a minute of such growth.
    await engine.db.write((tx) => sql`analyze`.execute(tx))
    return { college: colleges[0] ?? '', centre: centres[0] ?? '' }
  } finally {
    await app.close()
  }
}

/** What screens ask about people: lists, the window to choose in, and trees. The same questions have answers among few and among many. */
function questionsOf({ college, centre }: Departments): readonly (readonly [what: string, paths: readonly string[]])[] {
  const names = Array.from({ length: MIX }, (_, n) => encodeURIComponent(`生1000${String((n * 17) % FEW).padStart(3, '0')}`))
  const choose = '/sys/user/queryUserComponentData'
  return [
    ['list', ['/sys/user/list?pageNo=1']],
    ['list by name', names.map((name) => `/sys/user/list?realname=*${name}*`)],
    ['list by state', ['/sys/user/list?status=2']],
    ['list of a department', [`/sys/user/departUserList?depId=${college}`, `/sys/user/departUserList?depId=${centre}`]],
    ['window to choose in', [`${choose}?departId=${college}`, `${choose}?departId=${centre}`]],
    ['window, by name', names.map((name) => `${choose}?realname=${name}`)],
    ['tree', ['/sys/sysDepart/queryTreeList', `/sys/sysDepart/queryDepartTreeSync?pid=${college}`]],
  ]
}

/** How much longer one in twenty of these questions takes among many people than among a thousand; both are asked in turn. */
export const measurePeople = (
  database: BenchDatabase,
  { people, effort, say }: { readonly people: number; readonly effort: Effort; say(sentence: string): void },
): Promise<BenchLine[] | undefined> =>
  withDatabase(database, async (fewEnv) => {
    const few = await preparePeople(fewEnv, FEW)
    return withDatabase(database, async (env) => {
      say(`${database}: ${people} people …`)
      const many = await preparePeople(env, people)
      const both = (fewer: { port: number; token: string }, server: { port: number; token: string }) =>
        compareQuestions(database, effort, [
          { ...fewer, questions: questionsOf(few) },
          { ...server, questions: questionsOf(many) },
        ])
      return withServer(fewEnv, (fewer) => withServer(env, (server) => both(fewer, server)))
    })
  })

interface Asked {
  readonly port: number
  readonly token: string
  readonly questions: ReturnType<typeof questionsOf>
}

async function compareQuestions(
  database: BenchDatabase,
  { runs, seconds, warmUpSeconds }: Effort,
  [few, many]: readonly [Asked, Asked],
): Promise<BenchLine[]> {
  const lines: BenchLine[] = []
  for (const [place, [what]] of many.questions.entries()) {
    const p95 = async ({ port, token, questions }: Asked): Promise<number> => {
      const requests = (questions[place]?.[1] ?? []).map((path): LoadRequest => ({ method: 'GET', path: `/api${path}` }))
      return (await startLoad({ port, token, connections: 1, warmUpSeconds, seconds, requests }).seen).p95
    }
    const times: { few: number; many: number }[] = []
    for (let run = 0; run < runs; run++) times.push({ few: await p95(few), many: await p95(many) })
    const line = (figure: string, unit: BenchLine['unit'], values: readonly number[]): BenchLine => ({
      database,
      what: `${what}, ${figure}`,
      unit,
      value: median(values),
      range: [Math.min(...values), Math.max(...values)],
    })
    lines.push(
      line(
        'p95',
        'ms',
        times.map((time) => time.many),
      ),
      {
        ...line(
          '÷ few',
          'ratio',
          times.map((time) => time.many / time.few),
        ),
        wanted: '≤ 2',
      },
    )
  }
  return lines
}
