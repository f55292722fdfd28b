import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverDerivations } from '../../src/server/derivations.ts'
import { dayText } from '../../src/server/clock.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { ordered } from './contract/lists.ts'
import { pick, seeded } from './contract/random-rows.ts'
import { aPerson, type WorldRow } from './world.ts'
import { aSemester } from './teaching-world.ts'

const today = dayText()
const random = seeded(9)
const days = [null, '2000-01-01', dayText(Date.now() - 86_400_000), today, dayText(Date.now() + 86_400_000), '2999-12-31']
const spans = Array.from({ length: 60 }, () => ({
  beginDate: pick(
    random,
    [0, 1, 2, 3, 4, 5].map((n) => ({ day: days[n] ?? null })),
  ).day,
  endDate: pick(
    random,
    [0, 1, 2, 3, 4, 5].map((n) => ({ day: days[n] ?? null })),
  ).day,
})).filter(({ beginDate, endDate }) => beginDate === null || endDate === null || beginDate <= endDate)

/** The decision on course status, computed here independently: before, during, after; a missing date sets no limit. */
function statusOf({ beginDate, endDate }: { readonly beginDate: string | null; readonly endDate: string | null }): number {
  if (beginDate !== null && today < beginDate) return 0
  return endDate !== null && today > endDate ? 2 : 1
}

onBothDatabases('course status, which is computed and never stored', (database) => {
  let app: TestApp
  let teacher: string
  let rows: readonly WorldRow[]
  beforeAll(async () => {
    app = await testApp({ database })
    const admin = await app.signIn('admin', '1')
    const semester = await aSemester(app, admin)
    const person = await aPerson(app, admin, '2')
    teacher = person.token
    const actor = { id: person.id, username: person.username, realname: '', role: '2', orgCode: '', permissions: new Set<string>() }
    const made = spans.map((span, n) => ({ courseTitle: `课程${n}`, semester: semester.id, studentType: '1', ...span }))
    await app.app.engine.write({ entity: 'course', operation: 'add', rows: made, actor })
    rows = await list({})
    expect(rows).toHaveLength(spans.length)
  })
  afterAll(() => app.close())

  async function list(query: Record<string, string>): Promise<WorldRow[]> {
    return (await app.call<{ records: WorldRow[] }>('GET', '/inspect/bhCourse/list', { as: teacher, query: { ...query, pageSize: 1000 } }))
      .body.result.records
  }
  const day = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  const expected = (row: WorldRow): number => statusOf({ beginDate: day(row['beginDate']), endDate: day(row['endDate']) })

  test('follows the decision, in the list and in its function', () => {
    for (const row of rows)
      expect([row['courseStatus'], serverDerivations['courseStatus']?.compute({ ...row }, today)]).toEqual([expected(row), expected(row)])
    expect(new Set(rows.map(expected))).toEqual(new Set([0, 1, 2]))
  })

  test.for(['0', '1', '2', '!1', '0,2', 'ge 1', '9'])('can be filtered by %s', async (asked) => {
    const passes: Readonly<Record<string, (status: number) => boolean>> = {
      '!1': (n) => n !== 1,
      '0,2': (n) => n !== 1,
      'ge 1': (n) => n >= 1,
    }
    const wanted = rows.filter((row) => (passes[asked] ?? ((n: number) => String(n) === asked))(expected(row)))
    expect((await list({ courseStatus: asked })).map((row) => row.id).sort()).toEqual(wanted.map((row) => row.id).sort())
  })

  test.for(['asc', 'desc'] as const)('can be sorted %s', async (order) => {
    expect((await list({ column: 'courseStatus', order })).map((row) => row.id)).toEqual(
      ordered(undefined, rows, { key: 'courseStatus', order }),
    )
  })

  test('is never taken from a body', async () => {
    const id = rows[0]?.id ?? ''
    const answer = await app.call<WorldRow>('PUT', '/inspect/bhCourse/edit', {
      as: teacher,
      body: { id, courseStatus: 2, courseTitle: 'x' },
    })
    expect(answer.body.result['courseStatus']).toBe(rows[0] && expected(rows[0]))
  })
})

describe('planted', () => {
  test('a status in which a missing date sets a limit is noticed', () => {
    expect(statusOf({ beginDate: null, endDate: '2999-12-31' })).toBe(1)
    expect(statusOf({ beginDate: '2999-12-31', endDate: null })).toBe(0)
    expect(statusOf({ beginDate: null, endDate: '2000-01-01' })).toBe(2)
  })
})
