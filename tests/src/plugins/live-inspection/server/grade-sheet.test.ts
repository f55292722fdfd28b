import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../../../../engine/server/transfer/sheet/workbook.ts'
import { sheet } from '../../../../api/strangers.ts'
import { auditOf, stored } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { base, aCourseDay, type CourseDay } from './course-day.ts'

interface Imported {
  readonly successCount: number
  readonly errorCount: number
  readonly errors?: readonly { readonly row: number; readonly column: string; readonly message: string }[]
}

onBothDatabases('the grade sheet', (database) => {
  let app: TestApp
  let day: CourseDay
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 4, items: 2 })
  })
  afterAll(() => app.close())
  const item = () => day.items[0]?.id ?? ''
  const numberOf = (index: number) => String(day.lab.students.find(({ id }) => id === day.students[index]?.id)?.studyNumber)

  async function importing(rows: (string | number)[][], as = day.teacher.token) {
    const body = await sheet([['学号', '分数', '评语', '备注'], ...rows], { inspectionId: item() })
    return app.call<Imported>('POST', `${base}/importExcel`, { as, body })
  }

  async function exported(query: Record<string, string>): Promise<readonly (readonly unknown[])[]> {
    const answer = await app.call('GET', `${base}/exportXls`, { as: day.teacher.token, query })
    expect(String(answer.headers['content-disposition'])).toContain(encodeURIComponent('成绩单'))
    const rows: unknown[][] = []
    for await (const row of readSheet(new Uint8Array(answer.raw), 'xlsx')) rows.push([...row.cells])
    return rows
  }

  test('scores from a sheet count as marks: scored, with marker and time; a second import changes nothing', async () => {
    const rows = [
      [numberOf(0), 91.5, '很好', ''],
      [numberOf(1), 60, '', '补交'],
    ]
    expect((await importing(rows)).body).toMatchObject({ success: true, result: { successCount: 2, errorCount: 0 } })
    expect(await day.result(0)).toMatchObject({ score: 91.5, comment: '很好', submitStatus: 2, markerId: day.teacher.id })
    expect(await day.result(1)).toMatchObject({ score: 60, bz: '补交', submitStatus: 2 })
    const before = await stored(app, 'bh_inspection_result')
    expect((await importing(rows)).body.success).toBe(true)
    expect(await stored(app, 'bh_inspection_result')).toEqual(before)
    expect((await auditOf(app, (await day.result(0)).id)).map(({ operation }) => operation)).toEqual(['add', 'edit'])
  })

  test('bad rows are named with their sentences, and then nothing is imported', async () => {
    const stranger = await aCourseDay(app, { students: 1 })
    const theirs = String(stranger.lab.students[0]?.studyNumber)
    const answer = await importing([
      [numberOf(2), 101, '', ''],
      ['没有此人', 50, '', ''],
    ])
    const said = JSON.stringify(answer.body)
    for (const sentence of ['分数应在 0 到 100 之间!', '没有找到“没有此人”']) expect(said).toContain(sentence)
    expect(answer.body.success).toBe(false)
    const refused = async (...row: (string | number)[]) => {
      const { body } = await importing([[numberOf(2), 70, '', ''], row])
      expect(body.success).toBe(false)
      return JSON.stringify(body)
    }
    expect(await refused(theirs, 50, '', '')).toContain('该学生没有此考察项的考察结果！')
    expect(await refused(numberOf(3), '', '无分', '')).toContain('请填写分数')
    expect(await day.result(2)).toMatchObject({ score: null, submitStatus: 0 })
    expect(await day.result(3)).toMatchObject({ score: null, submitStatus: 0 })
  })

  test('the sheet has the columns of the list, one row for each student, and can be read back', async () => {
    const [head = [], ...rows] = await exported({ inspectionId: item() })
    for (const column of ['学号', '姓名', '学期', '课程', '实验', '场次', '组座位号', '套件号', '考察项', '分数', '评语', '备注', '状态'])
      expect(head).toContain(column)
    expect(rows).toHaveLength(4)
    const columnIndex = (column: string) => head.indexOf(column)
    const mine = rows.find((row) => row[columnIndex('学号')] === numberOf(0))
    expect([mine?.[columnIndex('分数')], mine?.[columnIndex('评语')], mine?.[columnIndex('状态')]]).toEqual([91.5, '很好', '已评分'])
    const cells = rows.map((row) =>
      ['学号', '分数', '评语', '备注']
        .map((column) => row[columnIndex(column)] ?? '')
        .map((cell) => (typeof cell === 'number' ? cell : String(cell))),
    )
    const before = await stored(app, 'bh_inspection_result')
    expect((await importing(cells)).body).toMatchObject({ success: true, result: { errorCount: 0 } })
    expect(await stored(app, 'bh_inspection_result')).toEqual(before)
  })

  test('without an item it has every result of the course, and says so if there is none', async () => {
    const [, ...rows] = await exported({ courseId: day.lab.courseId })
    expect(rows).toHaveLength(8)
    const nothing = await app.call('POST', `${base}/exportXls`, { as: day.teacher.token, body: { studyNumber: '没有此人' } })
    expect(nothing.body).toMatchObject({ success: false, code: 500, message: '没有可导出的数据！' })
    expect((await exported({ studyNumber: '没有此人' })).map(([first]) => first).at(-1)).toBe('没有可导出的数据！')
  })

  test('assistants and students can neither import nor export a sheet', async () => {
    for (const as of [day.assistants[0].token, day.students[0]?.token]) {
      expect((await importing([[numberOf(2), 50, '', '']], as)).body.code).toBe(510)
      expect((await app.call('GET', `${base}/exportXls`, { as, query: { inspectionId: item() } })).body.code).toBe(510)
    }
  })

  test('deleting a result also deletes its requests for help; its history stays', async () => {
    const { id } = await day.result(3, 1)
    const help = await day.done('help', day.students[3] ?? day.teacher, { id })
    const assistant = await day.call('DELETE', 'delete', { as: day.assistants[0], query: { id } })
    expect(assistant.body.code).toBe(510)
    expect((await day.call('DELETE', 'delete', { as: day.teacher, query: { id } })).body.success).toBe(true)
    expect((await stored(app, 'bh_help_request')).some((row) => row.id === help.id)).toBe(false)
    expect((await auditOf(app, id)).map(({ operation }) => operation)).toEqual(['add', 'delete'])
    expect((await auditOf(app, help.id)).map(({ operation }) => operation)).toEqual(['add', 'delete'])
  })
})
