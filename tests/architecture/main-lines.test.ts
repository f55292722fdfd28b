import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'

/** The files that a reader follows from the route of a plain list to its statement, and those that then build the answer. */
const list = {
  line: [
    'http/reading-turns.ts',
    'routes/route-maker.ts',
    'access/route-access.ts',
    'routes/read-routes.ts',
    'create-engine.ts',
    'query/list-rows.ts',
    'query/list-plan.ts',
    'query/few-ids.ts',
    'query/select-sql.ts',
    'query/filter-sql.ts',
    'database/known-statements.ts',
  ],
  answer: ['query/to-wire.ts', 'query/linked-rows.ts', 'query/read-cache.ts', 'http/envelope.ts'],
  words: ['model/field-aliases.ts', 'http/current-request.ts', 'plugin.ts'],
  /** Where SQLite reads it. */
  place: ['database/sqlite-reader.ts', 'database/read-weight.ts'],
}

/** A plain save from its route to its statement, the step that its entity requires, what follows the statement, and short helpers. */
const save = {
  line: [
    'routes/route-maker.ts',
    'access/route-access.ts',
    'routes/write-routes.ts',
    'write/answer-once.ts',
    'create-engine.ts',
    'write/open-writer.ts',
    'write/checks/guard.ts',
    'write/drafts/prepare-rows.ts',
    'write/watched-transactions.ts',
    'database/sqlite.ts',
    'write/write-rows.ts',
    'write/drafts/make-drafts.ts',
    'write/drafts/draft.ts',
    'write/statements/write-statements.ts',
    'database/statement-cache.ts',
  ],
  steps: ['write/drafts/refused-values.ts', 'write/checks/check-unique.ts', 'model/unique-rules.ts'],
  after: ['write/after/audit.ts', 'http/current-request.ts', 'query/read-cache.ts', 'database/table-versions.ts'],
  answer: [
    'query/find-rows.ts',
    'query/list-plan.ts',
    'query/select-sql.ts',
    'database/known-statements.ts',
    'query/to-wire.ts',
    'query/linked-rows.ts',
    'http/envelope.ts',
  ],
  words: [
    'plugin.ts',
    'query/kept-sql.ts',
    'ids.ts',
    'text-of.ts',
    'chunks.ts',
    'model/field-aliases.ts',
    'write/statements/insert-rows.ts',
    'write/statements/new-id.ts',
    'http/json-body.ts',
  ],
}

/** What plans a list that nobody has asked for yet: its filters, its sort, its columns, who may see which rows. */
const planned = [
  'model/model.ts',
  'query/advanced-query.ts',
  'query/asked-limit.ts',
  'query/column-sql.ts',
  'query/link-matches.ts',
  'query/list-filters.ts',
  'query/mark-sql.ts',
  'query/mask.ts',
  'query/page-sql.ts',
  'query/row-scope.ts',
  'query/sort.ts',
  'query/text-matches.ts',
  'tables/plan-tables.ts',
]

const server = `${pathToFileURL(join(import.meta.dirname, '../../engine/server')).href}/`

describe('files of the server that a request goes through', () => {
  let app: TestApp
  let as: string
  const session = new Session()
  beforeAll(async () => {
    app = await testApp({ database: 'sqlite' })
    as = await app.signIn('admin', '1')
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  })
  afterAll(async () => {
    session.disconnect()
    await app.close()
  })

  /** Files of the server with a named function that was called since the last time. */
  async function called(): Promise<string[]> {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url, functions }) => url.startsWith(server) && functions.some((one) => one.functionName && one.ranges[0]?.count))
      .map(({ url }) => url.slice(server.length))
  }

  async function callsOf(request: () => Promise<{ readonly body: { readonly success: boolean } }>): Promise<string[]> {
    await request()
    await called()
    expect((await request()).body.success).toBe(true)
    return called()
  }

  let names = 0
  /** The operation log is written a moment after the answers: the choice of the role, and each save. */
  const logged = () =>
    expect
      .poll(async () => (await app.app.engine.db.read.selectFrom('sys_log').select('id').where('log_type', '=', 2).execute()).length, {
        timeout: 5000,
      })
      .toBe(names + 1)
  const semester = () => ({ semesterName: `学期${++names}`, beginDate: '2026-03-01', endDate: '2026-07-01' })

  test('a save goes through these files and no others; at most fifteen of them are its main line', async () => {
    const files = await callsOf(() => app.call('POST', '/inspect/bhSemester/add', { as, body: semester() }))
    expect(files).toContain('write/write-rows.ts')
    expect(files.toSorted()).toEqual(Object.values(save).flat().toSorted())
    expect(files.filter((file) => save.line.includes(file)).length).toBeLessThanOrEqual(15)
  })

  test('a list whose plan is cached goes through these files and no others; at most twelve of them are its main line', async () => {
    await logged()
    const query = { semesterName: '学期1', pageNo: 1, pageSize: 1, column: 'semesterName', order: 'desc' }
    const files = await callsOf(() => app.call('GET', '/inspect/bhSemester/list', { as, query }))
    expect(files).toContain('query/list-rows.ts')
    expect(files.toSorted()).toEqual(Object.values(list).flat().toSorted())
    expect(files.filter((file) => list.line.includes(file)).length).toBeLessThanOrEqual(12)
  })

  test('a list that is asked for the first time goes through these files as well, which plan it', async () => {
    await called()
    const query = { isCurrent: 1, beginDate_begin: '2026-01-01', pageNo: 1, pageSize: 1, column: 'beginDate', order: 'asc' }
    expect((await app.call('GET', '/inspect/bhSemester/list', { as, query })).body.success).toBe(true)
    const files = await called()
    expect(files.filter((file) => !Object.values(list).flat().includes(file)).toSorted()).toEqual(planned.toSorted())
  })
})
