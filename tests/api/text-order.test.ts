import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRows } from '../../engine/server/transfer/workbook.ts'
import { fillOrder } from '../../engine/server/index.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { addRow, auditOf, password, type Row } from './world.ts'

const names = [
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
  'alice',
  'Bob',
  '10号',
  '9号',
]
const expected = [
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
const numbers = ['B10', 'B2', 'b1', 'A002', 'A1', 'A10', '第10场', '第2场', '第1场']
const inOrder = ['A1', 'A002', 'A10', 'b1', 'B2', 'B10', '第1场', '第2场', '第10场']

onBothDatabases('texts in the order in which people read them', (database) => {
  let app: TestApp
  let admin: string
  let teacher: string
  let courseId: string
  let people: Row[]
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    teacher = await app.signIn('admin', '2')
    people = []
    for (const [at, realname] of names.entries()) {
      const body = { username: `p${at}`, realname, password, confirmpassword: password, studyNumber: `S${at}` }
      people.push(await addRow(app, '/jw/user', { as: admin, body }))
    }
    const semester = { semesterName: '2026-2027-1', beginDate: '2026-09-01', endDate: '2027-01-20' }
    const { id } = await addRow(app, '/inspect/bhSemester', { as: admin, body: semester })
    courseId = (await addRow(app, '/inspect/bhCourse', { as: teacher, body: { courseTitle: '排序', semester: id, studentType: '1' } })).id
    for (const facilityNum of numbers)
      await addRow(app, '/inspect/bhFacility', { as: teacher, body: { courseId, facilityNum, facilityName: `设备${facilityNum}` } })
  })
  afterAll(() => app.close())

  const column = async (path: string, key: string, { as, ...query }: Record<string, string>) => {
    const { body } = await app.call<{ records: Row[] }>('GET', path, { as: as ?? admin, query: { pageSize: 100, ...query } })
    return body.result.records.map((row) => row[key])
  }
  const realnames = (query: Record<string, string>) => column('/jw/user/list', 'realname', query)
  const devices = (query: Record<string, string> = {}) =>
    column('/inspect/bhFacility/list', 'facilityNum', { as: teacher, courseId, ...query })

  test('names sort by pinyin, their surnames as surnames sound', async () => {
    expect(await realnames({ column: 'realname', order: 'asc' })).toEqual(expected)
    expect(await realnames({ column: 'realname', order: 'desc' })).toEqual(expected.toReversed())
  })

  test('numbers in texts sort by value, in a list as it opens, both ways and from page to page', async () => {
    expect(await devices()).toEqual(inOrder)
    expect(await devices({ column: 'facilityNum', order: 'desc' })).toEqual(inOrder.toReversed())
    const pages: unknown[] = []
    for (let pageNo = 1; pageNo <= 5; pageNo++) pages.push(...(await devices({ pageSize: '2', pageNo: String(pageNo) })))
    expect(pages).toEqual(inOrder)
  })

  test('choices and sheets have the same order', async () => {
    const options = await app.call<{ label: string }[]>('GET', '/inspect/bhFacility/options', { as: teacher, query: { courseId } })
    expect(options.body.result.map(({ label }) => label)).toEqual(inOrder.map((number) => `设备${number}`))
    const sheet = await app.call('GET', '/inspect/bhFacility/exportXls', { as: teacher, query: { courseId } })
    const rows: (readonly unknown[])[] = []
    for await (const { cells } of readRows(new Uint8Array(sheet.raw), 'xlsx')) rows.push(cells)
    const head = rows[0]?.indexOf('设备编号') ?? -1
    expect(rows.slice(1).map((row) => row[head])).toEqual(inOrder)
  })

  test('a reference sorts by what people read there', async () => {
    for (const [at, { id }] of people.entries()) {
      if (at % 4) continue
      await addRow(app, '/inspect/bhCourse', {
        as: teacher,
        body: { courseTitle: `课${100 - at}`, semester: await semesterOf(), studentType: '1' },
      })
      expect(id).not.toBe('')
    }
    const titles = async (order: string) =>
      column('/inspect/bhExperi/list', 'courseId_dictText', { as: teacher, column: 'courseId', order })
    const courses = (await app.call<{ records: Row[] }>('GET', '/inspect/bhCourse/list', { as: teacher, query: { pageSize: 50 } })).body
      .result.records
    for (const course of courses)
      await addRow(app, '/inspect/bhExperi', {
        as: teacher,
        body: { courseId: course.id, experiName: '实验', semester: course['semester'] },
      })
    const read = ['课88', '课92', '课96', '课100', '排序']
    expect(await titles('asc')).toEqual(read)
    expect(await titles('desc')).toEqual(read.toReversed())
  })

  test('an edit moves the row, and what it is sorted by shows up nowhere', async () => {
    const [first] = people
    const edit = await app.call<Row>('PUT', '/jw/user/edit', { as: admin, body: { id: first?.id, realname: '赵丹青' } })
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

  test('rows from before there were sort keys get theirs at the start', async () => {
    const { db, models } = app.app.engine
    const before = await db.read.selectFrom('sys_user').select(['id', 'realname_sort_key', 'username_sort_key']).orderBy('id').execute()
    await db.write((tx) => tx.updateTable('sys_user').set({ realname_sort_key: null, username_sort_key: null }).execute())
    await fillOrder(db, models)
    expect(await db.read.selectFrom('sys_user').select(['id', 'realname_sort_key', 'username_sort_key']).orderBy('id').execute()).toEqual(
      before,
    )
    expect(await realnames({ column: 'realname', order: 'asc' })).toEqual(expected)
  })

  async function semesterOf(): Promise<string> {
    const { body } = await app.call<{ records: Row[] }>('GET', '/inspect/bhSemester/list', { as: teacher })
    return body.result.records[0]?.id ?? ''
  }
})
