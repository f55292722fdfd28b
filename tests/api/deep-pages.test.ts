import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { untypedEngine } from '../../engine/server/index.ts'
import { asSystem } from '../../src/server/access/system-actor.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { planOf, watchStatements, type SeenStatement } from '../support/statements.ts'
import { pick, seeded } from './contract/random-rows.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import type { WorldRow } from './world.ts'

const ROWS = 1000
/** So many rows are skipped at least: here the ids are chosen first. */
const FAR = 500
const base = '/inspect/bhFacility'

type Query = Record<string, string | number>

onBothDatabases('a page far from the first', (database) => {
  let app: TestApp
  let admin: string
  let mine: CourseWorld
  let theirs: CourseWorld
  let seen: SeenStatement[]
  const random = seeded(11)

  beforeAll(async () => {
    seen = watchStatements()
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    mine = await aCourse(app, { admin, semester: (await aSemester(app, admin)).id, mark: '甲' })
    theirs = await aCourse(app, { admin, semester: (await aSemester(app, admin, '2027-2028-1')).id, mark: '乙' })
    const rows = Array.from({ length: ROWS }, (_, n) => ({
      courseId: pick(random, [mine, mine, mine, theirs]).course.id,
      facilityNum: `${pick(random, ['A', 'b', '第'])}${n}`,
      facilityName: pick(random, ['示波器', '信号源', '电源', 'alice', 'Bob']),
      property1: pick(random, ['第1排', '第2排', '第10排', '']),
      property2: pick(random, ['正常', '备用', '100%']),
    }))
    await untypedEngine(app.app.engine).write({ entity: 'equipment', operation: 'add', rows, ...asSystem })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await app.close()
  })

  const rowsOf = async (as: string, query: Query): Promise<readonly WorldRow[]> => {
    const { body } = await app.call<{ records: WorldRow[] }>('GET', `${base}/list`, { as, query })
    if (!body.success) throw new Error(body.message)
    return body.result.records
  }

  const keys = ['facilityNum', 'facilityName', 'courseId', 'semester', 'property1', 'property2', 'createTime', 'id']
  const aSort = (): Query => {
    const column = Array.from({ length: pick(random, [1, 1, 2, 3]) }, () => pick(random, keys)).join()
    return random() < 0.1 ? {} : { column, order: pick(random, ['asc', 'desc', 'asc,desc', 'desc,asc']) }
  }
  const aFilter = (): Query =>
    pick<() => Query>(random, [
      () => ({}),
      () => ({ courseId: mine.course.id }),
      () => ({ courseId: `${mine.course.id},${theirs.course.id}` }),
      () => ({ semester: String(mine.course['semester']) }),
      () => ({ facilityName: pick(random, ['*o*', '*源', '!电源', '示波器,电源,信号源']) }),
      () => ({ property2: pick(random, ['正常', '*0%*', '!正常']), courseId: mine.course.id }),
      () => ({ facilityNum_begin: 'A', property1: pick(random, ['第1排', '!', '!第2排']) }),
    ])()

  const plans = {
    sqlite: [
      /SCAN t USING COVERING INDEX ix_bh_facility_facility_num_sort_key_id/,
      /SEARCH t USING INDEX sqlite_autoindex_bh_facility_1 \(id=\?\)/,
    ],
    postgres: [/Index Only Scan using ix_bh_facility_facility_num_sort_key_id/, /Index Scan (using|on) bh_facility_pkey/],
  }
  test('reads nothing of the rows before it but the index that they are sorted by', async () => {
    seen.length = 0
    expect(await rowsOf(admin, { pageNo: 80, pageSize: 10 })).toHaveLength(10)
    const [statement] = seen.filter(({ text }) => text.includes('offset'))
    const plan = statement && (await planOf(app, statement))
    for (const step of plans[database]) expect(plan).toMatch(step)
    expect(plan?.match(/Index Only Scan|USING COVERING INDEX/g)).toHaveLength(1)
  })

  test('has the rows and labels that the whole list has there, whoever asks, however it is sorted and filtered', async () => {
    const looked = { far: 0, empty: 0 }
    for (let round = 0; round < 80; round++) {
      const as = pick(random, [admin, mine.teacher.token, mine.helper.token])
      const asked = { ...aSort(), ...aFilter() }
      const whole = await rowsOf(as, { ...asked, pageSize: 1000 })
      const pageSize = pick(random, [7, 10, 30])
      const pageNo = Math.ceil(FAR / pageSize) + 1 + Math.floor((random() * Math.max(whole.length - FAR, 0)) / pageSize)
      const from = (pageNo - 1) * pageSize
      // The first shows where the same page starts, and the next one.
      for (const [skipped, no] of [
        [from, pageNo],
        [from, pageNo],
        [from + pageSize, pageNo + 1],
      ] as const) {
        const page = await rowsOf(as, { ...asked, pageNo: no, pageSize })
        expect(page, JSON.stringify({ asked, no, pageSize })).toEqual(whole.slice(skipped, skipped + pageSize))
        looked[page.length ? 'far' : 'empty']++
      }
    }
    expect(looked.far).toBeGreaterThan(90)
  })
})
