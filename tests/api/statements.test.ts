import BetterSqlite3 from 'better-sqlite3'
import { DefaultQueryCompiler } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi, type MockInstance } from 'vitest'
import { StatementBatch } from '../../engine/server/database/postgres-batch.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'

const sample: BetterSqlite3.Statement = new BetterSqlite3(':memory:').prepare('select 1')
const statement: BetterSqlite3.Statement = Object.getPrototypeOf(sample)
const connection: { query(...given: unknown[]): unknown } = pg.Client.prototype

onBothDatabases('what a save costs', (database) => {
  let app: TestApp
  let world: CourseWorld
  let built: MockInstance<typeof DefaultQueryCompiler.prototype.compileQuery>
  let executed: readonly MockInstance<(...given: never[]) => unknown>[] = []
  const calls = (): readonly (readonly unknown[])[] => executed.flatMap(({ mock }) => mock.calls)
  /** What is sent together is one call on PostgreSQL, and one journey to it. */
  const statements = (): number =>
    calls().reduce<number>((sum, [first]) => sum + (first instanceof StatementBatch ? first.asked.length : 1), 0)
  beforeAll(async () => {
    // Here and not above: the first database's suite restores every spy when it ends.
    built = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery')
    executed = database === 'sqlite' ? [vi.spyOn(statement, 'all'), vi.spyOn(statement, 'run')] : [vi.spyOn(connection, 'query')]
    app = await testApp({ database })
    const admin = await app.signIn('admin', '1')
    world = await aCourse(app, { admin, semester: (await aSemester(app, admin)).id, mark: '甲' })
  })
  afterAll(async () => {
    await app.close()
    vi.restoreAllMocks()
  })

  let device = 1
  const add = () => {
    const body = { courseId: world.course.id, facilityName: '示波器', facilityNum: `N${++device}` }
    return app.call<{ id: string }>('POST', '/inspect/bhFacility/add', { as: world.teacher.token, body })
  }
  const edit = () =>
    app.call('PUT', '/inspect/bhFacility/edit', {
      as: world.teacher.token,
      body: { id: world.equipment.id, property1: `第 ${++device} 排` },
    })

  test.each([
    ['an added row', add],
    ['an edited row', edit],
  ])('the second time nothing is built again: %s', async (_what, save) => {
    expect((await save()).body.message).toMatch(/成功/)
    built.mockClear()
    expect((await save()).body.message).toMatch(/成功/)
    // The operation log writes at its own time what the saves before have left.
    const statements = built.mock.results.flatMap((one) => (one.type === 'return' ? [one.value.sql] : []))
    expectNone(statements.filter((statement) => !statement.includes('"sys_log"')))
  })

  // Journeys on SQLite are calls of a function: only the statements count.
  test.each([
    ['an added row', add, { sqlite: 7, postgres: 8 }, 2],
    ['an edited row', edit, { sqlite: 6, postgres: 7 }, 2],
  ])('the number of statements and of journeys to the database: %s', async (_what, save, most, mostJourneys) => {
    await save()
    // Lines of the log may be written meanwhile; they are not of every save.
    const seen: { readonly statements: number; readonly journeys: number }[] = []
    for (let times = 0; times < 3; times++) {
      for (const spy of executed) spy.mockClear()
      await save()
      seen.push({ statements: statements(), journeys: calls().length })
    }
    const least = Math.min(...seen.map((one) => one.statements))
    expect(least).toBeGreaterThan(0)
    expect(least).toBeLessThanOrEqual(most[database])
    if (database === 'postgres') expect(Math.min(...seen.map((one) => one.journeys))).toBeLessThanOrEqual(mostJourneys)
  })

  test('of saves that arrive together each is recorded under its own request', async () => {
    const ids = (await Promise.all([add(), add(), add()])).map(({ body }) => body.result.id)
    const rows = await app.app.engine.db.read.selectFrom('sys_audit').select('request_id').where('row_id', 'in', ids).execute()
    expect(new Set(rows.map((row) => row['request_id'])).size).toBe(3)
  })
})
