import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverDerivations } from '../../../src/server/derivations.ts'
import { testApp, type TestApp } from '../../support/build-app.ts'
import { onBothDatabases } from '../../support/databases.ts'

onBothDatabases('derivations', (database) => {
  let shiyan: TestApp
  beforeAll(async () => {
    shiyan = await testApp({ database })
  })
  afterAll(() => shiyan.close())

  test('the function and the SQL for the course status agree on random rows', async () => {
    const { courseStatus } = serverDerivations
    if (!courseStatus?.sql) throw new Error('no courseStatus')
    const dates = [null, '', '2026-09-06', '2026-09-07', '2026-09-08', '2027-01-17']
    for (const beginDate of dates) {
      for (const endDate of dates) {
        const row: Record<string, unknown> = { beginDate, endDate }
        const column = (key: string) => sql<string | null>`cast(${row[key]} as text)`
        const { rows } = await sql<{ status: number }>`select ${courseStatus.sql(column, '2026-09-07')} as status`.execute(
          shiyan.app.engine.db.read,
        )
        expect(Number(rows[0]?.status), JSON.stringify(row)).toBe(courseStatus.compute(row, '2026-09-07'))
      }
    }
  })
})

test('a course runs from its begin date to its end date', () => {
  const status = (beginDate: string | null, endDate: string | null) =>
    serverDerivations.courseStatus?.compute({ beginDate, endDate }, '2026-09-07')
  expect([status('2026-09-08', null), status('2026-09-07', '2026-09-07'), status(null, '2026-09-06'), status(null, null)]).toEqual([
    0, 1, 2, 1,
  ])
})
