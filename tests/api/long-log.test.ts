import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { planOf, watchStatements, type SeenStatement } from '../support/statements.ts'
import { pick, seeded } from './contract/random-rows.ts'
import { type WorldRow } from './world.ts'

const LINES = 990
const log = '/sys/log'
/** By a time, a choice, a dictionary, a number and a text. */
const orders = [
  { column: 'createTime', order: 'desc' },
  { column: 'createTime', order: 'asc' },
  { column: 'logType', order: 'asc' },
  { column: 'operateType', order: 'asc' },
  { column: 'operateType,costTime', order: 'asc' },
  { column: 'costTime', order: 'asc' },
  { column: 'username,createTime', order: 'asc' },
]

onBothDatabases('a log of many lines', (database) => {
  let app: TestApp
  let admin: string
  let seen: SeenStatement[]
  const random = seeded(5)

  beforeAll(async () => {
    seen = watchStatements()
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const two = (number: number) => String(number).padStart(2, '0')
    await app.app.engine.db.write(async (tx) => {
      for (let n = 0; n < LINES; n++) {
        const kind = pick(random, [null, '1', '2', '3', '4', '5', '6'])
        const time = `2024-01-01 00:${two(Math.floor(random() * 60))}:${two(Math.floor(random() * 2))}`
        await sql`insert into sys_log (id, log_type, operate_type, log_content, userid, username, cost_time, create_time) values
          (${String(10_000 + n)}, ${kind ? 2 : 1}, ${kind}, '课程：编辑', '7', ${pick(random, ['张三', '李四', 'alice'])},
           ${pick(random, [null, 3, 20, 100])}, ${time})`.execute(tx)
      }
    })
  })
  const plans = {
    sqlite: /SEARCH t USING INDEX ix_sys_log_time \(\(create_time,id\)<\(\?,\?\)\)/,
    postgres: /Index Cond: \(ROW\(create_time, id\) < ROW\(/,
  }
  afterAll(async () => {
    vi.restoreAllMocks()
    await app.close()
  })

  const linesOf = async (query: Record<string, string | number>): Promise<readonly WorldRow[]> => {
    const { body } = await app.call<{ records: WorldRow[] }>('GET', `${log}/list`, { as: admin, query })
    if (!body.success) throw new Error(body.message)
    return body.result.records
  }
  const wholeLog = (query: Record<string, string>) => linesOf({ ...query, pageSize: 1000 })
  const farNumbers = [60, 60, 61, 98, 97, 70, 71]
  const compareFarPages = async (query: Record<string, string>): Promise<readonly WorldRow[]> => {
    const whole = await wholeLog(query)
    const pages: (readonly WorldRow[])[] = []
    for (const pageNo of farNumbers) pages.push(await linesOf({ ...query, pageSize: 10, pageNo }))
    // Calls of before leave their lines a moment later.
    if ((await wholeLog(query)).length !== whole.length) return compareFarPages(query)
    expect(pages).toEqual(farNumbers.map((pageNo) => whole.slice((pageNo - 1) * 10, pageNo * 10)))
    return whole
  }

  test.each(orders)('has on a far page what the whole log has there: %o', async (query) => {
    expect((await compareFarPages(query)).length).toBeGreaterThan(LINES - 1)
  })

  test('starts a far page behind a line that another page has shown', async () => {
    for (const pageNo of [80, 80]) await linesOf({ column: 'createTime', order: 'desc', pageSize: 12, pageNo })
    // SQLite is seen to prepare a statement only once, for the pages above.
    expect(seen.some(({ text }) => text.includes('offset') && text.includes('("t"."create_time", "t"."id") < ('))).toBe(true)
  })

  test('has its lines in the order of a dictionary, also once that is another', async () => {
    const query = { column: 'operateType', order: 'asc' }
    const before = await compareFarPages(query)
    const items = '/sys/dictItem'
    const { body } = await app.call<{ records: WorldRow[] }>('GET', `${items}/list`, {
      as: admin,
      query: { itemText: '查询', pageSize: 50 },
    })
    const [item] = body.result.records
    const moved = await app.call('PUT', `${items}/edit`, { as: admin, body: { ...item, sortOrder: 99 } })
    expect(moved.body.message).toBe('编辑成功！')
    const after = await compareFarPages(query)
    const kinds = (rows: readonly WorldRow[]) => [...new Set(rows.map((row) => row['operateType']))]
    const others = ['2', '3', '4', '5', '6']
    expect(kinds(before)).toEqual([null, '1', ...others])
    expect(kinds(after)).toEqual([null, ...others, '1'])
  })

  test('is exported along an index, each step behind the line where the last one ended', async () => {
    const file = await app.call('GET', `${log}/exportXls`, { as: admin })
    expect(file.status).toBe(200)
    const step = seen.findLast(({ text }) => text.includes('"create_time" as "_sort0"'))
    expect(step && (await planOf(app, step))).toMatch(plans[database])
  })
})
