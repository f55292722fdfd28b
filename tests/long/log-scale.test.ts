import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases, type DatabaseKind } from '../support/databases.ts'

const FEW = 10_000
const MANY = Number(process.env['SCALE_ROWS'] ?? 1_000_000)
const TIMES = 41
const WARM_UP = 10
const SET = 100_000

/** What differs between the databases in statements that make rows out of numbers. */
const sqlOf = (database: DatabaseKind) => ({
  numbers: (from: number, to: number): RawBuilder<unknown> =>
    database === 'postgres'
      ? sql`generate_series(${sql.lit(from)}, ${sql.lit(to)}) as n`
      : sql`(with recursive s (n) as (select ${sql.lit(from)} union all select n + 1 from s where n < ${sql.lit(to)}) select n from s) as n`,
  /** A minute of each number since 2024, as times are stored. */
  time:
    database === 'postgres'
      ? sql`to_char(timestamp '2024-01-01' + n * interval '1 minute', 'YYYY-MM-DD HH24:MI:SS')`
      : sql`datetime('2024-01-01', '+' || n || ' minutes')`,
  id: database === 'postgres' ? sql`lpad(cast(n as text), 19, '0')` : sql`printf('%019d', n)`,
})
type Sql = ReturnType<typeof sqlOf>
type Query = Readonly<Record<string, string | number>>

/** A list, and rows for it by the set. */
interface Grown {
  readonly what: string
  readonly path: string
  readonly queries: Readonly<Record<string, Query>>
  rows(sql: Sql, from: number, to: number): RawBuilder<unknown>
  /** A row that somebody adds through the API, from which on totals are counted anew; rows that the server notes come by themselves. */
  readonly added?: { readonly path: string; readonly body: Readonly<Record<string, string>> }
}

const newest = { column: 'createTime', order: 'desc', pageNo: 1, pageSize: 10 }
/** A day that both sizes have. */
const day = { createTime_begin: '2024-01-05 00:00:00', createTime_end: '2024-01-05 23:59:59' }

const lists: readonly Grown[] = [
  {
    what: 'the log',
    path: '/sys/log/list',
    queries: {
      newest,
      'of one kind': { ...newest, logType: 2 },
      'of a day': { ...newest, ...day },
      'of one kind and a day': { ...newest, ...day, logType: 2 },
    },
    rows: (
      { numbers, time, id },
      from,
      to,
    ) => sql`insert into sys_log (id, log_type, operate_type, log_content, userid, username, ip, cost_time, method, request_param, create_time)
      select ${id}, 1 + n % 2, cast(1 + n % 6 as text), '课程：编辑', 'teacher' || n % 500, '教师', '10.0.0.1', n % 90, 'PUT /api/inspect/bhCourse/edit', '{"id":"1"}', ${time} from ${numbers(from, to)}`,
  },
  {
    what: 'the data log',
    path: '/sys/dataLog/list',
    queries: { newest: { pageNo: 1, pageSize: 10 }, 'of a row': { pageNo: 1, pageSize: 10, dataTable: 'bh_course', dataId: '7' } },
    rows: (
      { numbers, time, id },
      from,
      to,
    ) => sql`insert into sys_audit (id, entity, table_name, row_id, version, operation, actor_id, username, role, at, changes)
      select ${id}, 'course', 'bh_course', cast(n % (${sql.lit(FEW)} / 10) + n / ${sql.lit(FEW)} * 1000 as text), 1, 'edit', '1', 'admin', '1', ${time}, '{"courseName":["a","b"]}' from ${numbers(from, to)}`,
  },
  {
    what: 'my announcements',
    path: '/sys/sysAnnouncementSend/getMyAnnouncementSend',
    queries: { newest: { ...newest, column: 'sendTime' } },
    added: {
      path: '/sys/annountCement/add',
      body: { titile: '通告', msgCategory: '1', msgAbstract: '摘要', priority: 'H', endTime: '2099-01-01 00:00:00', msgType: 'ALL' },
    },
    rows: (
      { numbers, time, id },
      from,
      to,
    ) => sql`insert into sys_announcement (annt_id, titile, msg_category, msg_abstract, end_time, msg_type, priority, sender, send_status, send_time, create_by, create_time, version)
      select ${id}, '通告', '1', '摘要', case when n % 3 = 0 then '2025-01-01 00:00:00' else '2099-01-01 00:00:00' end, case when n % 10 = 0 then 'USER' else 'ALL' end, 'H', 'admin', 1, ${time}, 'admin', ${time}, 1 from ${numbers(from, to)}`,
  },
]

/** What a quarter of them stay below: where others work, too, more is waiting. */
const quarter = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0

const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The product, with tables that have grown to so many rows and go on growing. */
async function openGrown(database: DatabaseKind, count: number) {
  const app: TestApp = await testApp({ database })
  const as = await app.signIn('admin', '1')
  const { db } = app.app.engine
  const dialect = sqlOf(database)
  const next = new Map<Grown, number>()
  const add = async (list: Grown, rows: number) => {
    const from = next.get(list) ?? 1
    next.set(list, from + rows)
    await db.write((tx) => list.rows(dialect, from, from + rows - 1).execute(tx))
  }
  for (const list of lists) for (let done = 0; done < count; done += SET) await add(list, Math.min(SET, count - done))
  // PostgreSQL does it by itself within a minute of such growth.
  await db.write((tx) => sql`analyze`.execute(tx))
  return {
    /** Milliseconds of a page after one more row, as these tables never rest. */
    async page(list: Grown, query: Query): Promise<number> {
      if (list.added) expect((await app.call('POST', list.added.path, { as, body: list.added.body })).body.success).toBe(true)
      else await add(list, 1)
      return elapsed(async () => {
        const { body } = await app.call<{ records: unknown[] }>('GET', list.path, { as, query })
        expect(body.result.records.length).toBeGreaterThan(0)
      })
    },
    close: () => app.close(),
  }
}

onBothDatabases(`lists of what has happened, among ${MANY} rows`, (database) => {
  let few: Awaited<ReturnType<typeof openGrown>>
  let many: typeof few
  beforeAll(async () => {
    few = await openGrown(database, FEW)
    many = await openGrown(database, MANY)
  }, 900_000)
  afterAll(async () => {
    await few.close()
    await many.close()
  })

  describe.each(lists)('$what', (list) => {
    test.each(Object.entries(list.queries))('%s: the first page is answered as quickly as among ten thousand', async (name, query) => {
      const [short, long]: [number[], number[]] = [[], []]
      for (let n = 0; n < WARM_UP + TIMES; n++) {
        short.push(await few.page(list, query))
        long.push(await many.page(list, query))
      }
      const [before, after] = [quarter(short.slice(WARM_UP)), quarter(long.slice(WARM_UP))]
      console.log(`${database}, ${list.what}, ${name}: ${before.toFixed(2)} ms among ${FEW}, ${after.toFixed(2)} ms among ${MANY}`)
      expect(after / before).toBeLessThan(2)
    })
  })
})
