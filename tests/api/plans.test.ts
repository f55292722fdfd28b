import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AnyEntity } from '../../engine/schema/index.ts'
import { planTables } from '../../engine/server/tables/plan-tables.ts'
import { loaded } from '../schemas/load.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { planOf, watchStatements, type SeenStatement } from '../support/statements.ts'

/** Whether a plan scans all rows of the list's own table, whose alias is `t`; SQLite also calls the page chosen from it `t`. */
export const readsAll = (plan: string): boolean =>
  /Seq Scan on \w+ t\b/.test(plan) || (/\bSCAN t\b/.test(plan) && !/\bSEARCH t USING/.test(plan))

/** Rows of one moment may be sorted among themselves. */
const readsFar = /(?<!Incremental )Sort  \(|TEMP B-TREE FOR ORDER BY|Seq Scan on sys_\w+ t/

/** What has happened, which grows without end. */
const growing = ['log', 'dataLog', 'receivedAnnouncement', 'announcement', 'message', 'jobRun'] as const

onBothDatabases('lists and their indexes', (database) => {
  let app: TestApp
  let token: string
  let seen: SeenStatement[]

  beforeAll(async () => {
    seen = watchStatements()
    app = await testApp({ database })
    token = await app.signIn('admin', '1')
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await app.close()
  })

  /** Fields of the list's filters that come first in an index of the table. */
  const indexed = (entity: AnyEntity): string[] => {
    const tables = planTables(app.app.engine.models)
    const model = app.app.engine.model(entity.name)
    const indexes = tables.find(({ name }) => name === model.table)?.indexes ?? []
    // An index of texts serves what a text contains, not what it is.
    const leading = new Set(indexes.filter(({ contains }) => !contains).map(({ columns }) => columns[0]))
    const filters = (entity.list.filters ?? []).map((filter) => (typeof filter === 'string' ? filter : filter.field))
    // Of a state with few values, a page of a small table is found as well by walking along the order of the list.
    const hasMany = (key: string): boolean => !['select', 'switch', 'dictionary'].includes(model.entity.fields[key]?.type ?? '')
    return filters.filter((key) => hasMany(key) && leading.has(model.stored.find((field) => field.key === key)?.column ?? ''))
  }

  test.for(loaded.map((entity) => [String(entity.name), entity] as const))(
    '%s: a filter whose field leads an index uses it',
    async ([, entity]) => {
      const asked = new Set<string>()
      for (const key of indexed(entity)) {
        seen.length = 0
        const required = (entity.list.filters ?? []).flatMap((filter) =>
          typeof filter === 'object' && filter.required ? [[filter.field, 'x'] as const] : [],
        )
        const query = { ...Object.fromEntries(required), [key]: 'x', pageNo: 2 }
        // A statement is prepared once for each set of filters.
        const filters = Object.keys(query).sort().join()
        if (asked.has(filters)) continue
        asked.add(filters)
        const answer = await app.call('GET', `${entity.endpoints.base}/list`, { as: token, query })
        expect(answer.body.success).toBe(true)
        // Names of the rows of a small table are kept whole once it rests a while: another statement, with a bound of its own.
        const own = seen.filter(({ text }) => (text.includes(' as t') || text.includes(' as "t"')) && !text.includes('"named by"'))
        expect(own.length).toBeGreaterThan(0)
        for (const statement of own) {
          const plan = await planOf(app, statement)
          expect(readsAll(plan) ? `${key}: ${plan}\n${statement.text}` : '').toBe('')
        }
      }
    },
  )

  test.for(growing)('%s: the first page is read along an index, and only so far', async (name) => {
    seen.length = 0
    const { base } = app.app.engine.model(name).entity.endpoints
    expect((await app.call('GET', `${base}/list`, { as: token })).body.success).toBe(true)
    const pages = seen.filter(({ text }) => text.includes('order by') && /\blimit\b/.test(text) && text.includes(' as t'))
    expect(pages.length).toBeGreaterThan(0)
    for (const page of pages) expect(await planOf(app, page)).not.toMatch(readsFar)
  })
})

test('planted: a plan that reads all rows is noticed', () => {
  expect(readsAll('SCAN t')).toBe(true)
  expect(readsAll('Seq Scan on bh_facility t  (cost=0.00..1.01)')).toBe(true)
  expect(readsAll('CO-ROUTINE t\nSEARCH t USING INDEX ix (course_id=?)\nSCAN t')).toBe(false)
  expect(readsAll('SEARCH t USING INDEX uq_bh_facility (course_id=?)')).toBe(false)
  expect(readsAll('Index Scan using uq_bh_facility on bh_facility t')).toBe(false)
})
