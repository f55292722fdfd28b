import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { orderKey } from '../../engine/fields/text/order-key.ts'
import { readSheet } from '../../engine/server/transfer/sheet/workbook.ts'
import { untypedEngine, fillOrder } from '../../engine/server/index.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { freshDatabase } from '../support/postgres.ts'
import { addRow, auditOf, password, type WorldRow } from './world.ts'

const names = [
  '9号',
  '10号',
  'alice',
  'Bob',
  '丹青',
  '区大明',
  '欧二',
  '邱三',
  '仇英',
  '单雄信',
  '善良',
  '解缙',
  '谢安',
  '增一',
  '曾国藩',
  '张三',
]
const numbers = ['A1', 'A002', 'A10', 'b1', 'B2', 'B10', '第1场', '第2场', '第10场']
const inWords = [
  '第二场',
  '第十场',
  '第二十一场',
  '电子一班',
  '电子三班',
  '电子十二班',
  '三角',
  '实验一',
  '实验二',
  '实验十',
  '四川',
  '星期一',
  '星期日',
]
const days = ['星期一上午', '星期一晚上', '星期二下午', '星期三上午', '星期日上午']
/** The same texts in a different, fixed order. */
const mixed = <T>(list: readonly T[]): T[] => list.toSorted((a, b) => ((list.indexOf(a) * 7) % 16) - ((list.indexOf(b) * 7) % 16))

onBothDatabases('texts are in the order in which people read them', (database) => {
  let app: TestApp
  let admin: string
  let teacher: string
  let courseId: string
  let people: WorldRow[]
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    teacher = await app.signIn('admin', '2')
    people = []
    for (const [index, realname] of mixed(names).entries()) {
      const body = { username: `p${index}`, realname, password, confirmpassword: password, studyNumber: `S${index}` }
      people.push(await addRow(app, '/jw/user', { as: admin, body }))
    }
    const semester = { semesterName: '2026-2027-1', beginDate: '2026-09-01', endDate: '2027-01-20' }
    const { id } = await addRow(app, '/inspect/bhSemester', { as: admin, body: semester })
    courseId = (await addRow(app, '/inspect/bhCourse', { as: teacher, body: { courseTitle: '排序', semester: id, studentType: '1' } })).id
    for (const facilityNum of mixed(numbers))
      await addRow(app, '/inspect/bhFacility', { as: teacher, body: { courseId, facilityNum, facilityName: `设备${facilityNum}` } })
  })
  afterAll(() => app.close())

  /** An entity's values in a sorted column. */
  const column = async (path: string, key: string, { as, ...query }: Record<string, string>) => {
    const { body } = await app.call<{ records: WorldRow[] }>('GET', path, { as: as ?? admin, query: { pageSize: 100, ...query } })
    return body.result.records.map((row) => row[key])
  }
  const rowsOf = async (path: string, query: Record<string, string>) =>
    (await app.call<{ records: WorldRow[] }>('GET', path, { as: admin, query })).body.result.records
  /** A column of the course's sheet. */
  const exported = async (base: string, heading: string, query: Record<string, string> = {}) => {
    const sheet = await app.call('GET', `${base}/exportXls`, { as: teacher, query: { courseId, ...query } })
    const rows: (readonly unknown[])[] = []
    for await (const { cells } of readSheet(new Uint8Array(sheet.raw), 'xlsx')) rows.push(cells)
    const index = rows[0]?.indexOf(heading) ?? -1
    return rows.slice(1).map((row) => row[index])
  }
  const realnames = (query: Record<string, string>) => column('/jw/user/list', 'realname', query)
  const devices = (query: Record<string, string> = {}) =>
    column('/inspect/bhFacility/list', 'facilityNum', { as: teacher, courseId, ...query })

  test('names sort by pinyin, and surnames by their pronunciation as surnames', async () => {
    expect(await realnames({ column: 'realname', order: 'asc' })).toEqual(names)
    expect(await realnames({ column: 'realname', order: 'desc' })).toEqual(names.toReversed())
  })

  test('numbers in texts sort by value, in a newly opened list, both ways and across pages', async () => {
    expect(await devices()).toEqual(numbers)
    expect(await devices({ column: 'facilityNum', order: 'desc' })).toEqual(numbers.toReversed())
    const pages: unknown[] = []
    for (let pageNo = 1; pageNo <= 5; pageNo++) pages.push(...(await devices({ pageSize: '2', pageNo: String(pageNo) })))
    expect(pages).toEqual(numbers)
  })

  test('numbers written as words sort by value where they count something', async () => {
    const body = { courseId, experiAdress: '', experiArea: '' }
    for (const experiAdress of mixed(inWords))
      await addRow(app, '/inspect/bhExperiAdress', { as: teacher, body: { ...body, experiAdress } })
    const sorted = { as: teacher, courseId, column: 'experiAdress', order: 'asc' }
    expect(await column('/inspect/bhExperiAdress/list', 'experiAdress', sorted)).toEqual(inWords)
  })

  test('choices sort in the order of their declaration, and dictionary items in the order of the dictionary', async () => {
    for (const [index, classTime] of mixed(days).entries()) {
      const body = { courseId, className: `班${index}`, classTime, studentType: index % 2 ? '1' : '2' }
      await addRow(app, '/jw/bhClass', { as: teacher, body })
    }
    const sorted = (key: string, order: string) => column('/jw/bhClass/list', key, { as: teacher, courseId, column: key, order })
    expect(await sorted('classTime', 'asc')).toEqual(days)
    expect(await sorted('classTime', 'desc')).toEqual(days.toReversed())
    expect(await sorted('studentType', 'asc')).toEqual(['1', '1', '2', '2', '2'])
    const [dictionary] = await rowsOf('/sys/dict/list', { dictCode: 'student_type' })
    const [first] = await rowsOf('/sys/dictItem/list', { dictId: dictionary?.id ?? '', itemValue: '1' })
    const move = (sortOrder: unknown) => app.call('PUT', '/sys/dictItem/edit', { as: admin, body: { id: first?.id, sortOrder } })
    await move(99)
    expect(await sorted('studentType', 'asc')).toEqual(['2', '2', '2', '1', '1'])
    const texts = (await sorted('studentType_dictText', 'asc')).map(String)
    expect(await exported('/jw/bhClass', '学生类型', { column: 'studentType', order: 'asc' })).toEqual(texts)
    await move(first?.['sortOrder'])
  })

  test('choices and sheets have the same order', async () => {
    const options = await app.call<{ label: string }[]>('GET', '/inspect/bhFacility/options', { as: teacher, query: { courseId } })
    expect(options.body.result.map(({ label }) => label)).toEqual(numbers.map((number) => `设备${number}`))
    expect(await exported('/inspect/bhFacility', '设备编号')).toEqual(numbers)
  })

  test('a reference sorts by the text that people read', async () => {
    for (const number of [100, 96, 92, 88]) {
      const body = { courseTitle: `课${number}`, semester: await semesterOf(), studentType: '1' }
      await addRow(app, '/inspect/bhCourse', { as: teacher, body })
    }
    const titles = async (order: string) =>
      column('/inspect/bhExperi/list', 'courseId_dictText', { as: teacher, column: 'courseId', order })
    const courses = (await app.call<{ records: WorldRow[] }>('GET', '/inspect/bhCourse/list', { as: teacher, query: { pageSize: 50 } }))
      .body.result.records
    for (const course of courses)
      await addRow(app, '/inspect/bhExperi', {
        as: teacher,
        body: { courseId: course.id, experiName: '实验', semester: course['semester'] },
      })
    const read = ['课88', '课92', '课96', '课100', '排序']
    expect(await titles('asc')).toEqual(read)
    expect(await titles('desc')).toEqual(read.toReversed())
  })

  test('an edit moves the row, and its sort key is shown nowhere', async () => {
    const first = people.find((one) => one['realname'] === '丹青')
    const edit = await app.call<WorldRow>('PUT', '/jw/user/edit', { as: admin, body: { id: first?.id, realname: '赵丹青' } })
    expect((await realnames({ column: 'realname', order: 'asc' })).at(-1)).toBe('赵丹青')
    expect(edit.raw.toString()).not.toMatch(/[sS]ort_?[kK]ey/)
    const list = await app.call('GET', '/jw/user/list', { as: admin })
    const one = await app.call('GET', '/jw/user/queryById', { as: admin, query: { id: first?.id ?? '' } })
    for (const answer of [list, one]) expect(answer.raw.toString()).not.toMatch(/[sS]ort_?[kK]ey|\\u0001/)
    expect(JSON.stringify(await auditOf(app, first?.id ?? ''))).not.toMatch(/sort_?key|u0001/i)
    const history = await app.call('GET', '/jw/user/history', { as: admin, query: { id: first?.id ?? '' } })
    expect(history.raw.toString()).not.toMatch(/sort_?key|u0001/i)
    const back = await app.call('PUT', '/jw/user/edit', { as: admin, body: { id: first?.id, realname: '丹青' } })
    expect(back.body.success).toBe(true)
  })

  const fillAgain = async (now?: number) => {
    const { db, models } = untypedEngine(app.app.engine)
    const lookAgain = await fillOrder(db, models)
    return lookAgain?.(new AbortController().signal, now)
  }

  test('rows from before there were sort keys, or with keys of earlier rules, get theirs at the start', async () => {
    const { db } = untypedEngine(app.app.engine)
    const keys = () => db.read.selectFrom('sys_user').select(['id', 'realname_sort_key', 'username_sort_key']).orderBy('id').execute()
    const before = await keys()
    await db.write((tx) => tx.updateTable('sys_user').set({ realname_sort_key: null, username_sort_key: '~dan1丹' }).execute())
    await fillAgain()
    expect(await keys()).toEqual(before)
    expect(await realnames({ column: 'realname', order: 'asc' })).toEqual(names)
  })

  test('a first look that was interrupted is done again whole by the next start', async () => {
    const { db, models } = untypedEngine(app.app.engine)
    const keys = () => db.read.selectFrom('sys_user').select(['id', 'realname_sort_key']).orderBy('id').execute()
    const before = await keys()
    await db.write((tx) => tx.updateTable('sys_user').set({ realname_sort_key: null }).execute())
    await db.write((tx) => sql`delete from sys_order_rules`.execute(tx))
    const write = vi.spyOn(db, 'write').mockRejectedValueOnce(new Error('the disk is gone'))
    await expect(fillOrder(db, models)).rejects.toThrow('the disk is gone')
    write.mockRestore()
    await fillOrder(db, models)
    expect(await keys()).toEqual(before)
  })

  test('rows are not looked at again once a look has ended that began a day after the rules changed', async () => {
    const { db, models } = untypedEngine(app.app.engine)
    expect(await fillAgain()).toBe(false)
    expect(await fillAgain(Date.now() + 25 * 3_600_000)).toBe(true)
    expect(await fillOrder(db, models)).toBe(undefined)
  })

  test('a comment of the greatest length is stored and found in its order, whatever its characters sound like', async () => {
    const signs = Array.from({ length: 500 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
    const long = [`一${signs.slice(1)}`, `${signs.slice(0, 499)}二`, `${signs.slice(0, 499)}三`]
    const added = long.map((comment) => ({ as: admin, body: { comment, commentLeve: 1, commentType: '2' } }))
    for (const call of added) await addRow(app, '/inspect/bhInspectionComment', call)
    const query = { commentType: '2', commentLeve: 1, column: 'comment', order: 'desc', pageSize: 100 }
    const { body } = await app.call<{ records: WorldRow[] }>('GET', '/inspect/bhInspectionComment/list', { as: admin, query })
    const comments = body.result.records.map(({ comment }) => String(comment))
    expect(long.map((comment) => comments.includes(comment))).toEqual([true, true, true])
    expect(comments).toEqual(comments.toSorted((a, b) => (orderKey(a) < orderKey(b) ? 1 : -1)))
  })

  async function semesterOf(): Promise<string> {
    const { body } = await app.call<{ records: WorldRow[] }>('GET', '/inspect/bhSemester/list', { as: teacher })
    return body.result.records[0]?.id ?? ''
  }
})

onBothDatabases('a server that starts again within a day after its rules for sort keys have changed', (database) => {
  test('gives rows of the release before their keys while it answers already', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shiyan-keys-'))
    const postgres = database === 'postgres' ? await freshDatabase() : undefined
    const start = () => testApp({ database, env: { DATA_DIR: folder, ...(postgres ? { DATABASE_URL: postgres.url } : {}) } })
    const lacking = async ({ app }: TestApp) =>
      (await app.engine.db.read.selectFrom('sys_role').where('role_name_sort_key', 'is', null).select('id').execute()).length
    try {
      const first = await start()
      await first.app.engine.db.write((tx) => tx.updateTable('sys_role').set({ role_name_sort_key: null }).execute())
      await first.close()
      const again = await start()
      expect(await lacking(again)).toBeGreaterThan(0)
      await again.app.listen({ port: 0, host: '127.0.0.1' })
      await vi.waitFor(async () => expect(await lacking(again)).toBe(0), { timeout: 30_000 })
      await again.close()
    } finally {
      await postgres?.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
