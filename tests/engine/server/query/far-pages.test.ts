import { DefaultQueryCompiler } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { untypedEngine } from '../../../../engine/server/index.ts'
import { asSystem } from '../../../../src/server/access/system-actor.ts'
import { aPerson } from '../../../api/world.ts'
import { pick, seeded } from '../../../api/contract/random-rows.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { expectNone } from '../../../support/expect-none.ts'
import { watchStatements, type SeenStatement } from '../../../support/statements.ts'
import { openSchool, type School } from '../transfer/school.ts'

interface Row {
  readonly id: string
  readonly facilityNum: string
}

const COUNT = 800
const facilities = '/inspect/bhFacility'
const states = ['正常', '外借', '备用']
/** Orders with and without ties and empty values, by an index and without. */
const orders = [
  { column: 'facilityNum', order: 'asc' },
  { column: 'facilityNum', order: 'desc' },
  { column: 'createTime', order: 'desc' },
  { column: 'createTime', order: 'asc' },
  { column: 'property2', order: 'asc' },
  { column: 'property2', order: 'desc' },
  { column: 'property3,facilityNum', order: 'asc,desc' },
  { column: 'property3', order: 'asc' },
  { column: 'property3', order: 'desc' },
]

onBothDatabases('pages far from the first', (database) => {
  let school: School
  let statements: SeenStatement[]
  let built: MockInstance<typeof DefaultQueryCompiler.prototype.compileQuery>
  const random = seeded(77)
  const rowOf = (n: number) => ({
    courseId: school.courseId,
    facilityNum: `D${n}`,
    facilityName: '示波器',
    property2: pick(random, states),
    ...(random() < 0.7 ? { property3: `第${Math.floor(random() * 30)}批` } : {}),
  })

  beforeAll(async () => {
    statements = watchStatements()
    built = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery')
    school = await openSchool(database)
    const engine = untypedEngine(school.app.app.engine)
    // In parts, which were added at different times.
    for (let part = 0; part < 8; part++) {
      const rows = Array.from({ length: COUNT / 8 }, (_, n) => rowOf(part * (COUNT / 8) + n))
      await engine.write({ entity: 'equipment', operation: 'add', rows, ...asSystem })
    }
  })
  beforeEach(() => void statements.splice(0))
  afterAll(async () => {
    vi.restoreAllMocks()
    await school.close()
  })

  const list = async (query: Record<string, string | number>, as = school.admin): Promise<Row[]> => {
    const { body } = await school.app.call<{ records: Row[] }>('GET', `${facilities}/list`, { as, query })
    if (!body.success) throw new Error(`${JSON.stringify(query)} answered ${JSON.stringify(body)}`)
    return body.result.records
  }
  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
  /** Read from the first row on, so nothing is skipped. */
  const whole = async (query: Record<string, string>, as?: string) => idsOf(await list({ ...query, pageSize: 1000 }, as))
  const change = async (method: 'POST' | 'PUT' | 'DELETE', path: string, sent: object) => {
    const { body } = await school.app.call(method, `${facilities}/${path}`, { as: school.admin, ...sent })
    if (!body.success) throw new Error(body.message)
  }
  /** Whether the last page was read from a row on that was known, and no others were skipped. */
  const startedBehind = (): boolean => {
    const read = statements.filter(({ text }) => text.includes('"bh_facility" as t') && text.includes(' offset ')).at(-1)
    if (!read) throw new Error('no statement read the page')
    return /\) [<>] \(/.test(read.text)
  }

  test.each(orders)('hold the rows that follow on those before, whichever was read first: %o', async (query) => {
    for (const filter of [undefined, '正常', '外借', '正常,外借']) {
      const asked = { ...query, ...(filter ? { property2: filter } : {}) }
      const all = await whole(asked)
      for (let read = 0; read < 40; read++) {
        const pageSize = pick(random, [3, 5, 10])
        const pageNo = 1 + Math.floor(random() * (Math.ceil(all.length / pageSize) + 1))
        const wanted = all.slice((pageNo - 1) * pageSize, pageNo * pageSize)
        expect({ pageSize, pageNo, ids: idsOf(await list({ ...asked, pageSize, pageNo })) }).toEqual({ pageSize, pageNo, ids: wanted })
      }
    }
  })

  test.each(orders)('hold the right rows after each write: %o', async (query) => {
    const page = { pageSize: 10, pageNo: 62 }
    const writes = [
      async () => change('POST', 'add', { body: rowOf(10_000 + Math.floor(random() * 1_000_000)) }),
      async () => change('DELETE', 'delete', { query: { id: pick(random, await whole(query)) } }),
      async () => {
        const row = pick(random, (await list({ ...query, pageSize: 1000 })).slice(0, 600))
        await change('PUT', 'edit', {
          body: { ...row, facilityNum: `E${row.facilityNum}${Math.floor(random() * 1000)}`, property3: '第0批' },
        })
      },
    ]
    for (const write of [...writes, ...writes]) {
      await list({ ...query, ...page })
      await write()
      const all = await whole(query)
      for (const pageNo of [62, 62, 63, 61]) {
        const ids = idsOf(await list({ ...query, pageSize: 10, pageNo }))
        expect({ pageNo, ids }).toEqual({ pageNo, ids: all.slice((pageNo - 1) * 10, pageNo * 10) })
      }
    }
  })

  test('are read from the last row of the page before, or from the row before the same page', async () => {
    const query = { column: 'facilityNum', order: 'asc', pageSize: 10, courseId: school.courseId }
    await list({ ...query, pageNo: 60 })
    expect(startedBehind()).toBe(false)
    // SQLite is seen to prepare a statement only once.
    for (const pageNo of database === 'sqlite' ? [60] : [60, 61, 62, 70, 61]) {
      await list({ ...query, pageNo })
      expect([pageNo, startedBehind()]).toEqual([pageNo, true])
    }
    await list({ ...query, order: 'desc', pageNo: 60 })
    expect(startedBehind()).toBe(false)
  })

  test('are read by a statement that was built for another page', async () => {
    const query = { column: 'facilityNum', order: 'asc', pageSize: 9, courseId: school.courseId }
    for (const pageNo of [70, 71]) await list({ ...query, pageNo })
    built.mockClear()
    await list({ ...query, pageNo: 72 })
    expectNone(
      built.mock.results.flatMap((one) => (one.type === 'return' ? [one.value.sql] : [])).filter((text) => text.includes('offset')),
    )
  })

  test.skipIf(database === 'sqlite')('do not start behind a row that is far itself', async () => {
    const query = { column: 'createTime', order: 'asc', pageSize: 5, courseId: school.courseId }
    for (const [pageNo, behind] of [
      [102, false],
      [110, true],
      [158, false],
      [156, false],
      [157, true],
    ] as const) {
      await list({ ...query, pageNo })
      expect([pageNo, startedBehind()]).toEqual([pageNo, behind])
    }
  })

  test('start nowhere if empty values come last, which no comparison finds', async () => {
    const query = { column: 'property3', order: 'desc', pageSize: 10, courseId: school.courseId }
    for (const pageNo of [60, 60, 61]) {
      await list({ ...query, pageNo })
      expect(startedBehind()).toBe(false)
    }
  })

  test('start nowhere if a filter without an index excludes one row after the other', async () => {
    const query = { column: 'facilityNum', order: 'asc', pageSize: 10, facilityName: '示波器' }
    for (const pageNo of [60, 60, 61]) {
      await list({ ...query, pageNo })
      expect(startedBehind()).toBe(false)
    }
  })

  test('of one course are not read from where those of another start', async () => {
    const courseId = school.otherCourse
    const rows = Array.from({ length: 620 }, (_, n) => ({ courseId, facilityNum: `B${n}`, facilityName: '电源' }))
    await untypedEngine(school.app.app.engine).write({ entity: 'equipment', operation: 'add', rows, ...asSystem })
    for (const course of [school.courseId, courseId, school.courseId, courseId]) {
      const query = { column: 'facilityNum', order: 'asc', courseId: course }
      const all = await whole(query)
      for (const pageNo of [60, 61])
        expect(idsOf(await list({ ...query, pageSize: 10, pageNo }))).toEqual(all.slice((pageNo - 1) * 10, pageNo * 10))
    }
  })

  test('of one person are not read from where those of another start', async () => {
    const query = { column: 'facilityNum', order: 'asc' }
    await list({ ...query, pageSize: 10, pageNo: 60 })
    const { id: teacherId, token: teacher } = await aPerson(school.app, school.admin, '2')
    const course = { courseTitle: '别人的课', semester: school.semester, studentType: '1', teacherId }
    const engine = untypedEngine(school.app.app.engine)
    const [own] = await engine.write({ entity: 'course', operation: 'add', rows: [course], ...asSystem })
    const rows = Array.from({ length: 620 }, (_, n) => ({ courseId: own?.id, facilityNum: `A${n}`, facilityName: '电源' }))
    await engine.write({ entity: 'equipment', operation: 'add', rows, ...asSystem })
    for (const as of [teacher, school.admin, teacher, school.admin]) {
      const all = await whole(query, as)
      for (const pageNo of [60, 61])
        expect(idsOf(await list({ ...query, pageSize: 10, pageNo }, as))).toEqual(all.slice((pageNo - 1) * 10, pageNo * 10))
    }
  })
})
