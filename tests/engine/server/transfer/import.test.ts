import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFile } from '../../../../engine/server/transfer/read-file.ts'
import type { SourceRow } from '../../../../engine/server/transfer/sheet.ts'
import type { CellProblem } from '../../../../engine/server/transfer/errors.ts'
import type { JobView } from '../../../../engine/server/transfer/import-job.ts'
import { testApp, type Answer, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { sample, workbook } from './workbook-files.ts'

interface Row {
  readonly id: string
  readonly [key: string]: unknown
}
interface Counted {
  readonly add: number
  readonly change: number
  readonly same: number
  readonly totalCount: number
}

onBothDatabases('import and export', (database) => {
  let app: TestApp
  let admin: string
  let teacher: string
  let courseId: string
  let otherCourse: string
  let classId: string

  const form = (file: Uint8Array, fields: Record<string, string> = {}): FormData => {
    const data = new FormData()
    for (const [key, value] of Object.entries(fields)) data.append(key, value)
    data.append('file', new Blob([Uint8Array.from(file)]), '名单.xlsx')
    return data
  }
  const importInto = <R = Counted>(
    base: string,
    file: Uint8Array,
    options: { as?: string; fields?: Record<string, string> } = {},
  ): Promise<Answer<R>> => app.call<R>('POST', `${base}/importExcel`, { as: options.as ?? teacher, body: form(file, options.fields) })
  const devices = (file: Uint8Array, course = courseId) => importInto('/inspect/bhFacility', file, { fields: { courseId: course } })
  const add = async (base: string, body: Record<string, unknown>): Promise<string> => {
    const answer = await app.call<Row>('POST', `${base}/add`, { as: teacher, body })
    expect(answer.body).toMatchObject({ success: true })
    return String(answer.body.result.id)
  }
  const listDevices = async (course = courseId): Promise<Row[]> =>
    (await app.call<{ records: Row[] }>('GET', '/inspect/bhFacility/list', { as: teacher, query: { courseId: course, pageSize: 1000 } }))
      .body.result.records
  async function checked(base: string, file: Uint8Array, fields: Record<string, string>, as = teacher): Promise<JobView> {
    const { job } = (await app.call<{ job: string }>('POST', `${base}/importCheck`, { as, body: form(file, fields) })).body.result
    for (;;) {
      const view = (await app.call<JobView>('GET', `${base}/importJob`, { as, query: { job } })).body.result
      if (view.phase !== 'reading' && view.phase !== 'checking') return view
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const errorsOf = (answer: Answer<unknown>): CellProblem[] => {
    const errors = answer.body.details?.['errors']
    return Array.isArray(errors) ? errors : []
  }

  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    teacher = await app.signIn('admin', '2')
    const semester = await app.call<Row>('POST', '/inspect/bhSemester/add', {
      as: admin,
      body: { semesterName: '2026-2027-1', beginDate: '2026-09-01', endDate: '2027-01-20', isCurrent: 1 },
    })
    const course = { semester: semester.body.result.id, studentType: '1', beginDate: '2026-09-01', endDate: '2026-12-31' }
    courseId = await add('/inspect/bhCourse', { ...course, courseTitle: '电子测量' })
    otherCourse = await add('/inspect/bhCourse', { ...course, courseTitle: '信号与系统' })
  })
  afterAll(() => app.close())

  describe('students from a file of LibreOffice', () => {
    test('2000 are added, and the same file again adds and changes nothing', async () => {
      const first = await importInto('/jw/user', sample('students-2000.xlsx'), { as: admin })
      expect(first.body).toMatchObject({
        success: true,
        message: '文件导入成功！数据行数：2000',
        result: { add: 2000, change: 0, same: 0 },
      })
      const second = await importInto('/jw/user', sample('students-2000.xlsx'), { as: admin })
      expect(second.body.result).toMatchObject({ add: 0, change: 0, same: 2000 })
      const old = await importInto('/jw/user', sample('students-2000.xls'), { as: admin })
      expect(old.body.result).toMatchObject({ add: 0, change: 0, same: 2000 })
    })

    test('the exported list imports as no change', async () => {
      const sheet = await app.call('GET', '/jw/user/exportXls', { as: admin })
      expect(String(sheet.headers['content-disposition'])).toContain(encodeURIComponent('学生.xlsx'))
      const again = await importInto('/jw/user', new Uint8Array(sheet.raw), { as: admin })
      expect(again.body).toMatchObject({ success: true, result: { add: 0, change: 0, same: 2000 } })
    })

    test('starred id numbers of somebody who may not read them whole change nothing', async () => {
      const row = (idNumber: string) =>
        workbook([
          ['用户账号', '用户名称', '学号', '身份证号'],
          ['s20260001', '何辉', 20260001, idNumber],
        ])
      expect((await importInto('/jw/user', await row('110101199003077758'), { as: admin })).body.result).toMatchObject({ change: 1 })
      expect((await importInto('/jw/user', await row('110***********7758'), { as: admin })).body.result).toMatchObject({ same: 1 })
      expect(errorsOf(await importInto('/jw/user', await row('999***********7758'), { as: admin }))).toMatchObject([
        { row: 2, column: '身份证号' },
      ])
    })

    test('an account cannot be renamed by a sheet', async () => {
      const file = await workbook([
        ['用户账号', '用户名称', '学号'],
        ['renamed', '何辉', 20260001],
      ])
      expect(errorsOf(await importInto('/jw/user', file, { as: admin }))).toMatchObject([{ row: 2, message: '用户账号不可修改' }])
    })

    test('a teacher without the permission is refused', async () => {
      expect((await importInto('/jw/user', sample('roster.xlsx'))).body.code).toBe(510)
    })
  })

  describe('devices of a course', () => {
    test('40 are added once', async () => {
      expect((await devices(sample('equipment-40.xlsx'))).body.result).toMatchObject({ add: 40, change: 0, same: 0, totalCount: 40 })
      expect((await devices(sample('equipment-40.xlsx'))).body.result).toMatchObject({ add: 0, change: 0, same: 40 })
      expect(await listDevices()).toHaveLength(40)
    })

    test('changed cells change their rows, an emptied cell is cleared, other columns stay', async () => {
      const file = await workbook([
        ['设备编号', '设备名称', '属性一'],
        ['SB001', '新示波器', null],
        ['SB002', '万用表', '34401A'],
      ])
      expect((await devices(file)).body.result).toMatchObject({ add: 0, change: 1, same: 1 })
      const row = (await listDevices()).find((device) => device.facilityNum === 'SB001')
      expect(row).toMatchObject({ facilityName: '新示波器', property2: '2021年购入' })
      expect(row?.property1 ?? '').toBe('')
    })

    test('formula-like texts survive export and import', async () => {
      const texts = ['=1+1', '+1', '-1', '@x', "'=1", '_x0041_', 'a\nb']
      await devices(await workbook([['设备编号', '设备名称'], ...texts.map((text, at) => [`F${at}`, text])]), otherCourse)
      const sheet = await app.call('GET', '/inspect/bhFacility/exportXls', { as: teacher, query: { courseId: otherCourse } })
      expect((await devices(new Uint8Array(sheet.raw), otherCourse)).body.result).toMatchObject({ add: 0, change: 0, same: texts.length })
      expect((await listDevices(otherCourse)).map((device) => device.facilityName).toSorted()).toEqual(texts.toSorted())
    })

    test('export takes the selection alone', async () => {
      const [one, two] = await listDevices()
      const query = { courseId, selections: `${one?.id},${two?.id}` }
      const sheet = await app.call('GET', '/inspect/bhFacility/exportXls', { as: teacher, query })
      const rows: SourceRow[] = []
      const columns = [{ key: 'no', label: '设备编号', type: 'text' as const, needed: true }]
      await readFile({ bytes: new Uint8Array(sheet.raw), columns }, (batch) => rows.push(...batch))
      expect(rows.map((row) => row.texts.no)).toEqual([one?.facilityNum, two?.facilityNum])
    })

    test('wrong rows are all named, and nothing is written', async () => {
      const file = await workbook([
        ['设备编号', '设备名称'],
        ['N1', '好的'],
        ['N2', null],
        [null, 'x'],
        ['N1', '又一个'],
        ['N'.repeat(70), 'y'],
      ])
      const answer = await devices(file)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ success: false, code: 422, message: '第 3 行：请输入设备名称!' })
      expect(errorsOf(answer).map(({ row, column, message }) => [row, column, message])).toEqual([
        [3, '设备名称', '请输入设备名称!'],
        [4, '设备编号', '请输入设备编号!'],
        [5, '设备编号', '与第 2 行重复'],
        [6, '设备编号', '设备编号最多64个字符'],
      ])
      expect((await listDevices()).some((device) => device.facilityNum === 'N1')).toBe(false)
    })

    test('the course is asked for and must be within reach, before the file is read', async () => {
      const none = await importInto('/inspect/bhFacility', sample('broken.xlsx'))
      expect(none.body).toMatchObject({ code: 422, message: '请选择课程！' })
      expect((await devices(sample('broken.xlsx'), 'nobody')).body).toMatchObject({ success: false, message: '未找到对应实体' })
      const empty = await app.call('POST', '/inspect/bhFacility/importExcel', { as: teacher, body: new FormData() })
      expect(empty.body).toMatchObject({ code: 422, message: '请选择课程！' })
    })

    test('no file, a torn file, another kind of file and too large a file have their sentences', async () => {
      const nothing = new FormData()
      nothing.append('courseId', courseId)
      expect((await app.call('POST', '/inspect/bhFacility/importExcel', { as: teacher, body: nothing })).body.message).toBe('请选择文件')
      expect((await app.call('POST', '/inspect/bhFacility/importExcel', { as: teacher, query: { courseId }, body: {} })).body.message).toBe(
        '请选择文件',
      )
      expect((await devices(sample('broken.xlsx'))).body).toMatchObject({ code: 422, message: '文件已损坏，无法读取' })
      expect((await devices(new TextEncoder().encode('a,b'))).body).toMatchObject({
        code: 422,
        message: '文件格式不正确，请上传 .xls 或 .xlsx 文件!',
      })
      const large = await devices(new Uint8Array(20 * 1024 * 1024 + 1))
      expect(large.status).toBe(413)
      expect(large.body).toMatchObject({ code: 413, message: '文件大小超出20MB限制' })
    })
  })

  describe('in two steps', () => {
    test('a roster with errors is previewed; all is refused, the good rows go in, twice is once', async () => {
      const base = '/jw/bhClassStu'
      classId = await add('/jw/bhClass', { courseId, className: '电测1班', classTime: '星期一上午', studentType: '1' })
      const view = await checked(base, sample('roster-with-errors.xlsx'), { classId })
      expect(view).toMatchObject({ phase: 'ready', rows: 60, counts: { add: 55, change: 0, same: 0, bad: 5 }, ignored: ['姓名'] })
      expect(view.errors.map(({ row, message }) => [row, message])).toEqual([
        [6, expect.stringContaining('没有找到“99999999”')],
        [11, '组号必须是数字'],
        [16, '座位号不能小于 1!'],
        [21, '与第 20 行重复'],
        [31, '请输入学生id!'],
      ])
      const commit = (mode: string) => app.call<Counted>('POST', `${base}/importCommit`, { as: teacher, body: { job: view.job, mode } })
      expect((await commit('all')).status).toBe(422)
      const [first, second] = await Promise.all([commit('good'), commit('good')])
      expect(first.body).toMatchObject({ success: true, result: { add: 55, errorCount: 5 } })
      expect(second.body.result).toEqual(first.body.result)
      const mended = await importInto(base, sample('roster.xlsx'), { fields: { classId } })
      expect(mended.body.result).toMatchObject({ add: 5, same: 55 })
    })

    test('a job belongs to who started it', async () => {
      const view = await checked('/inspect/bhFacility', sample('equipment-40.xlsx'), { courseId })
      expect((await app.call('GET', '/inspect/bhFacility/importJob', { as: teacher, query: { job: 'other' } })).body.message).toBe(
        '未找到对应实体',
      )
      expect((await app.call('GET', '/jw/bhClassStu/importJob', { as: teacher, query: { job: view.job } })).body.message).toBe(
        '未找到对应实体',
      )
    })

    test('a file that cannot be used fails its job with the sentence', async () => {
      expect(await checked('/inspect/bhFacility', sample('broken.xlsx'), { courseId })).toMatchObject({
        phase: 'failed',
        message: '文件已损坏，无法读取',
      })
    })

    test('rows that appeared since the check are refused, not doubled', async () => {
      const file = await workbook([
        ['设备编号', '设备名称'],
        ['LATE1', 'a'],
        ['LATE2', 'b'],
      ])
      const view = await checked('/inspect/bhFacility', file, { courseId })
      await add('/inspect/bhFacility', { courseId, facilityNum: 'LATE2', facilityName: 'c' })
      const commit = (mode: string) =>
        app.call<Counted>('POST', '/inspect/bhFacility/importCommit', { as: teacher, body: { job: view.job, mode } })
      expect(errorsOf(await commit('all')).map(({ row, message }) => [row, message])).toEqual([[3, '该记录刚刚被他人添加，请重新检查']])
      expect((await commit('good')).body.result).toMatchObject({ add: 1, errorCount: 1 })
    })
  })

  describe('texts of other tables', () => {
    const courses = async (rows: (string | null)[][]) =>
      importInto('/inspect/bhCourse', await workbook([['课程名称', '学期', '学生类型', '开始日期', '结束日期'], ...rows]))

    test('labels and dictionary texts become values, unknown ones get a suggestion', async () => {
      const dictionary = await app.call<Record<string, { value: string; text: string }[]>>('GET', '/sys/dict/queryAllDictItems', {
        as: admin,
      })
      const type = dictionary.body.result['student_type']?.[0]?.text ?? ''
      expect((await courses([['新课程', '2026-2027-1', type, '2026-09-01', '2026-10-01']])).body).toMatchObject({
        success: true,
        result: { add: 1 },
      })
      const wrong = await courses([['别的', '2026-2027-2', '火星', '2026-10-01', '2026-09-01']])
      const said = Object.fromEntries(errorsOf(wrong).map(({ field, message }) => [field, message]))
      expect(said['semester']).toBe('没有找到“2026-2027-2”，是不是“2026-2027-1”？')
      expect(said['studentType']).toContain('没有找到“火星”，可选：')
      expect(said['endDate']).toBe('结束日期不能早于开始日期')
    })
  })

  describe('reach', () => {
    let stranger: string

    beforeAll(async () => {
      const roles = await app.call<{ records: Row[] }>('GET', '/sys/role/list', { as: admin, query: { roleCode: '2' } })
      const departs = await app.call<Row>('POST', '/sys/sysDepart/add', { as: admin, body: { departName: '物理学院', orgCategory: '1' } })
      const user = { username: 'zhao', realname: '赵老师', password: 'Zhao-12345', confirmpassword: 'Zhao-12345', workNo: 'T1' }
      const links = { selectedroles: roles.body.result.records[0]?.id, selecteddeparts: departs.body.result?.id }
      expect((await app.call('POST', '/sys/user/add', { as: admin, body: { ...user, ...links } })).body).toMatchObject({ success: true })
      stranger = await app.signIn('zhao', '2', user.password)
    })

    test('another teacher imports nothing into the course and finds no job of its owner', async () => {
      const answer = await importInto('/inspect/bhFacility', sample('equipment-40.xlsx'), { as: stranger, fields: { courseId } })
      expect(answer.body).toMatchObject({ success: false, message: '未找到对应实体' })
      const view = await checked('/inspect/bhFacility', sample('equipment-40.xlsx'), { courseId })
      const asked = await app.call('GET', '/inspect/bhFacility/importJob', { as: stranger, query: { job: view.job } })
      expect(asked.body).toMatchObject({ success: false, message: '未找到对应实体' })
      const commit = await app.call('POST', '/inspect/bhFacility/importCommit', { as: stranger, body: { job: view.job, mode: 'good' } })
      expect(commit.body).toMatchObject({ success: false, message: '未找到对应实体' })
    })

    test('another teacher exports no row of the course, not even by selection', async () => {
      const [device] = await listDevices()
      const queries: Record<string, string>[] = [{ courseId }, { courseId, selections: String(device?.id) }]
      for (const query of queries) {
        const sheet = await app.call('GET', '/inspect/bhFacility/exportXls', { as: stranger, query })
        const columns = [{ key: 'no', label: '设备编号', type: 'text' as const, needed: true }]
        await expect(readFile({ bytes: new Uint8Array(sheet.raw), columns }, () => {})).rejects.toThrow('文件中没有数据')
      }
    })

    test('a row that matches by key but is out of reach is refused, not changed', async () => {
      const file = await workbook([
        ['用户账号', '用户名称', '学号'],
        ['zhao', '另一个名字', 'X1'],
      ])
      const answer = await importInto('/jw/user', file, { as: admin })
      expect(errorsOf(answer).map(({ message }) => message)).toEqual(['用户名已存在!'])
    })
  })

  describe('every entity that has an import', () => {
    test('exports a list that imports as no change, and gives a template', async () => {
      const models = [...app.app.engine.models.values()].filter(
        ({ entity }) => entity.import && !entity.endpoints.disable?.includes('importExcel'),
      )
      expect(models.length).toBeGreaterThan(8)
      for (const { name, entity, permission } of models) {
        const within = entity.import?.within
        const fields: Record<string, string> = within === 'courseId' ? { courseId } : within === 'classId' ? { classId } : {}
        const me = (await app.call<{ auth: { action: string }[] }>('GET', '/sys/permission/getUserPermissionByToken', { as: teacher })).body
          .result
        const as = me.auth.some((node) => node.action === `${permission}:import`) ? teacher : admin
        const template = await app.call('GET', `${entity.endpoints.base}/importTemplate`, { as, query: fields })
        expect(template.raw.subarray(0, 2).toString(), name).toBe('PK')
        const sheet = await app.call('GET', `${entity.endpoints.base}/exportXls`, { as, query: fields })
        const again = await importInto(entity.endpoints.base, new Uint8Array(sheet.raw), { as, fields })
        if (again.body.message === '文件中没有数据') continue
        expect(again.body, name).toMatchObject({ success: true, result: { add: 0, change: 0 } })
      }
    })
  })

  test('a filled-in template imports; its notes are passed over', async () => {
    const template = await app.call('GET', '/inspect/bhFacility/importTemplate', { as: teacher, query: { courseId } })
    expect(template.raw.subarray(0, 2).toString()).toBe('PK')
    expect((await devices(new Uint8Array(template.raw))).body.message).toBe('文件中没有数据')
  })
})
