import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleId } from '../../../api/world.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { readFile } from '../../../../engine/server/transfer/sheet/read-file.ts'
import type { SourceRow } from '../../../../engine/server/transfer/sheet/sheet.ts'
import { errorsOf, openSchool, type SchoolRow, type School } from './school.ts'
import { workbook } from './workbook-files.ts'

const base = '/jw/bhClass'
const heads = ['班级名称', '上课时间', '学生类型', '学号', '姓名']
type Line = readonly (string | number | null)[]

onBothDatabases('class lists with their students', (database) => {
  let school: School
  const fields = (course?: string) => ({ courseId: course ?? school.courseId })
  const bring = async (lines: Line[], course?: string) =>
    school.importInto(base, await workbook([heads, ...lines.map((line) => [...line])]), { fields: fields(course) })
  const look = async (lines: Line[]) => school.checked(base, await workbook([heads, ...lines.map((line) => [...line])]), fields())
  const list = async (path: string, query: Record<string, string>) =>
    (await school.app.call<{ records: SchoolRow[] }>('GET', `${path}/list`, { as: school.teacher, query: { pageSize: '1000', ...query } }))
      .body.result.records
  const roster = async () =>
    (await list('/jw/bhClassStu', fields())).map((row) => `${String(row['className'])} ${String(row['studyNumber'])}`).toSorted()
  const exported = async (): Promise<Uint8Array> =>
    new Uint8Array((await school.app.call('GET', `${base}/exportXls`, { as: school.teacher, query: fields() })).raw)

  beforeAll(async () => {
    school = await openSchool(database)
    const students = ['S1', 'S2', 'S3', 'S4'].map((number, index) => [`u${number}`, `学生${index + 1}`, number])
    await school.importInto('/jw/user', await workbook([['用户账号', '用户名称', '学号'], ...students]), { as: school.admin })
    await school.add(base, { courseId: school.courseId, className: '旧班', classTime: '星期一上午', studentType: '1' })
  })
  afterAll(() => school.close())

  test('missing classes are made and rosters filled, and a second import changes nothing', async () => {
    const lines: Line[] = [
      ['新班', '星期二上午', '本科生', 'S1', '学生1'],
      ['新班', null, null, 'S2', null],
      ['旧班', null, null, 'S3', '学生3'],
      ['空班', '星期三上午', '本科生', null, null],
    ]
    const view = await look(lines)
    expect(view).toMatchObject({ counts: { add: 4, change: 0, same: 0, bad: 0 }, above: { title: '班级', add: 2, change: 0, same: 1 } })
    expect(await roster()).toEqual([])
    expect((await bring(lines)).body).toMatchObject({ success: true, result: { add: 4, totalCount: 4, errorCount: 0 } })
    expect(await roster()).toEqual(['新班 S1', '新班 S2', '旧班 S3'])
    expect((await list(base, fields())).map(({ className }) => className).toSorted()).toEqual(['新班', '旧班', '空班'].toSorted())
    expect((await bring(lines)).body.result).toMatchObject({ add: 0, change: 0, same: 4 })
  })

  test('the exported list has every student with the class, and importing it changes nothing', async () => {
    const file = await exported()
    const rows: SourceRow[] = []
    const columns = heads.map((label) => ({ key: label, label, kind: 'text' as const, needed: true }))
    await readFile({ bytes: file, columns }, (batch) => rows.push(...batch))
    expect(
      rows
        .map(({ texts }) =>
          heads
            .map((head) => texts[head] ?? '')
            .join(' ')
            .trim(),
        )
        .toSorted(),
    ).toEqual(
      [
        '新班 星期二上午 本科生 S1 学生1',
        '新班 星期二上午 本科生 S2 学生2',
        '旧班 星期一上午 本科生 S3 学生3',
        '空班 星期三上午 本科生',
      ].toSorted(),
    )
    expect((await school.importInto(base, file, { fields: fields() })).body.result).toMatchObject({ add: 0, change: 0, same: 4 })
  })

  test('a different time changes the class and is shown, even if the student is already in it', async () => {
    const lines: Line[] = [['旧班', '星期五上午', null, 'S3', null]]
    const view = await look(lines)
    expect(view).toMatchObject({ counts: { add: 0, change: 1, same: 0, bad: 0 }, above: { change: 1 } })
    expect(view.changes).toMatchObject([{ row: 2, column: '上课时间', before: '星期一上午', after: '星期五上午' }])
    expect((await bring(lines)).body.result).toMatchObject({ change: 1 })
    expect((await list(base, fields())).find(({ className }) => className === '旧班')).toMatchObject({ classTime: '星期五上午' })
  })

  test('every wrong line is named, and nothing is written', async () => {
    const before = await roster()
    const answer = await bring([
      ['甲班', null, '本科生', 'S4', null],
      ['乙班', '星期二上午', '本科生', 'S9', null],
      ['丙班', '星期二上午', '本科生', 'S4', '学生1'],
      ['丙班', '星期三上午', null, 'S1', null],
      ['旧班', null, null, 'S4', null],
      ['旧班', null, null, 'S4', null],
    ])
    const said = errorsOf(answer).map(({ row, column, message }) => [row, column, message])
    expect(said).toEqual([
      [2, '上课时间', '请选择上课时间!'],
      [3, '学号', expect.stringContaining('没有找到“S9”')],
      [4, '姓名', '“学生1”与“学生4”不符'],
      [5, '上课时间', '与第 4 行不一致'],
      [7, '学号', expect.any(String)],
    ])
    expect(await roster()).toEqual(before)
    expect((await list(base, fields())).map(({ className }) => className)).not.toContain('乙班')
  })

  test('the good lines of a file with wrong ones can be imported alone, without classes that would be empty', async () => {
    const file = await workbook([
      heads,
      ['丁班', '星期二上午', '本科生', 'S4', null],
      ['丁班', null, null, 'S9', null],
      ['戊班', '星期二上午', '本科生', 'S9', null],
    ])
    const { job, counts } = await school.checked(base, file, fields())
    expect(counts).toEqual({ add: 1, change: 0, same: 0, bad: 2 })
    const answer = await school.app.call('POST', `${base}/importCommit`, { as: school.teacher, body: { job, mode: 'good' } })
    expect(answer.body).toMatchObject({ success: true, result: { add: 1, errorCount: 2 } })
    expect(await roster()).toContain('丁班 S4')
    expect((await list(base, fields())).map(({ className }) => className)).not.toContain('戊班')
  })

  test('people who may not import rosters import only classes', async () => {
    const { db } = school.app.app.engine
    const node = await db.read
      .selectFrom('sys_permission')
      .select('id')
      .where('perms', '=', 'teaching:classStudent:import')
      .executeTakeFirst()
    await db.write((tx) =>
      tx.deleteFrom('sys_role_permission').where('role_id', '=', roleId('2')).where('permission_id', '=', String(node?.['id'])).execute(),
    )
    await school.app.call('PUT', '/sys/role/edit', { as: school.admin, body: { id: roleId('2'), description: '不可导入名单' } })
    const view = await look([['己班', '星期二上午', '本科生', 'S4', '学生4']])
    expect(view).toMatchObject({ counts: { add: 1, bad: 0 }, ignored: ['学号', '姓名'] })
    expect(view.above).toBeUndefined()
  })
})
