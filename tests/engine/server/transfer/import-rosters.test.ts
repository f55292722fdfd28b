import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleId } from '../../../api/world.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { errorsOf, openSchool, type Counted, type School } from './school.ts'
import { sample, workbook } from './workbook-files.ts'

onBothDatabases('import of students, rosters and courses', (database) => {
  let school: School
  let classId: string

  beforeAll(async () => {
    school = await openSchool(database)
  })
  afterAll(() => school.close())

  describe('students from a file of LibreOffice', () => {
    test('2000 are added, and the same file again adds and changes nothing', async () => {
      const first = await school.importInto('/jw/user', sample('students-2000.xlsx'), { as: school.admin })
      expect(first.body).toMatchObject({
        success: true,
        message: '文件导入成功！数据行数：2000',
        result: { add: 2000, change: 0, same: 0 },
      })
      const second = await school.importInto('/jw/user', sample('students-2000.xlsx'), { as: school.admin })
      expect(second.body.result).toMatchObject({ add: 0, change: 0, same: 2000 })
      const old = await school.importInto('/jw/user', sample('students-2000.xls'), { as: school.admin })
      expect(old.body.result).toMatchObject({ add: 0, change: 0, same: 2000 })
    })

    test('importing the exported list changes nothing', async () => {
      const sheet = await school.app.call('GET', '/jw/user/exportXls', { as: school.admin })
      expect(String(sheet.headers['content-disposition'])).toContain(encodeURIComponent('学生.xlsx'))
      const again = await school.importInto('/jw/user', new Uint8Array(sheet.raw), { as: school.admin })
      expect(again.body).toMatchObject({ success: true, result: { add: 0, change: 0, same: 2000 } })
    })

    test('starred id numbers change nothing if the user may not read them in full', async () => {
      const row = (idNumber: string) =>
        workbook([
          ['用户账号', '用户名称', '学号', '身份证号'],
          ['s20260001', '何辉', 20260001, idNumber],
        ])
      expect((await school.importInto('/jw/user', await row('110101199003077758'), { as: school.admin })).body.result).toMatchObject({
        change: 1,
      })
      expect((await school.importInto('/jw/user', await row('110***********7758'), { as: school.admin })).body.result).toMatchObject({
        same: 1,
      })
      expect(errorsOf(await school.importInto('/jw/user', await row('999***********7758'), { as: school.admin }))).toMatchObject([
        { row: 2, column: '身份证号' },
      ])
    })

    test('a preview does not reveal whether a guess at a masked number was right', async () => {
      const row = (idNumber: string) =>
        workbook([
          ['用户账号', '用户名称', '学号', '身份证号'],
          ['s20260001', '何辉', 20260001, idNumber],
        ])
      expect((await school.importInto('/jw/user', await row('110101199003077758'), { as: school.admin })).body.success).toBe(true)
      const { db } = school.app.app.engine
      const node = await db.read.selectFrom('sys_permission').select('id').where('perms', '=', 'identity:student:import').executeTakeFirst()
      const grant = { role_id: roleId('2'), permission_id: node?.id ?? '' }
      await db.write((tx) => tx.insertInto('sys_role_permission').values(grant).execute())
      await school.app.call('PUT', '/sys/role/edit', { as: school.admin, body: { id: roleId('2'), description: '可导入学生' } })
      for (const guess of ['110101199003077758', '11010519491231002X']) {
        const { counts, changes } = await school.checked('/jw/user', await row(guess), {})
        expect([guess, counts]).toEqual([guess, { add: 0, change: 1, same: 0, bad: 0 }])
        expect(changes.map(({ before, after }) => [before, after])).toEqual([['110***********7758', guess]])
      }
      const { counts } = await school.checked('/jw/user', await row('110***********7758'), {})
      expect(counts).toEqual({ add: 0, change: 0, same: 1, bad: 0 })
      await db.write((tx) =>
        tx
          .deleteFrom('sys_role_permission')
          .where('permission_id', '=', node?.id ?? '')
          .where('role_id', '=', roleId('2'))
          .execute(),
      )
      await school.app.call('PUT', '/sys/role/edit', { as: school.admin, body: { id: roleId('2'), description: '' } })
    })

    test('a sheet cannot rename an account', async () => {
      const file = await workbook([
        ['用户账号', '用户名称', '学号'],
        ['renamed', '何辉', 20260001],
      ])
      expect(errorsOf(await school.importInto('/jw/user', file, { as: school.admin }))).toMatchObject([
        { row: 2, message: '用户账号不可修改' },
      ])
    })

    test('a teacher without the permission is refused', async () => {
      expect((await school.importInto('/jw/user', sample('roster.xlsx'))).body.code).toBe(510)
    })
  })

  describe('in two steps', () => {
    test('a roster with errors is previewed; importing all of it is refused, the good rows can be imported, and only once', async () => {
      const base = '/jw/bhClassStu'
      classId = await school.add('/jw/bhClass', {
        courseId: school.courseId,
        className: '电测1班',
        classTime: '星期一上午',
        studentType: '1',
      })
      const view = await school.checked(base, sample('roster-with-errors.xlsx'), { classId })
      expect(view).toMatchObject({ phase: 'ready', rows: 60, counts: { add: 55, change: 0, same: 0, bad: 5 }, ignored: ['姓名'] })
      expect(view.errors.map(({ row, message }) => [row, message])).toEqual([
        [6, expect.stringContaining('没有找到“99999999”')],
        [11, '组号必须是数字'],
        [16, '座位号不能小于 1!'],
        [21, '与第 20 行重复'],
        [31, '请输入学生id!'],
      ])
      const commit = (mode: string) =>
        school.app.call<Counted>('POST', `${base}/importCommit`, { as: school.teacher, body: { job: view.job, mode } })
      expect((await commit('all')).status).toBe(422)
      const [first, second] = await Promise.all([commit('good'), commit('good')])
      expect(first.body).toMatchObject({ success: true, result: { add: 55, errorCount: 5 } })
      expect(second.body.result).toEqual(first.body.result)
      const mended = await school.importInto(base, sample('roster.xlsx'), { fields: { classId } })
      expect(mended.body.result).toMatchObject({ add: 5, same: 55 })
    })

    test('a job belongs to the person who started it', async () => {
      const view = await school.checked('/inspect/bhFacility', sample('equipment-40.xlsx'), { courseId: school.courseId })
      expect(
        (await school.app.call('GET', '/inspect/bhFacility/importJob', { as: school.teacher, query: { job: 'other' } })).body.message,
      ).toBe('该文件已过期或已放弃导入，请重新选择文件！')
      expect(
        (await school.app.call('GET', '/jw/bhClassStu/importJob', { as: school.teacher, query: { job: view.job } })).body.message,
      ).toBe('该文件已过期或已放弃导入，请重新选择文件！')
    })

    test('a job is out of reach in another role of its owner, and nothing of it is written', async () => {
      const base = '/inspect/bhFacility'
      const file = await workbook([
        ['设备编号', '设备名称'],
        ['ROLE1', 'a'],
      ])
      const view = await school.checked(base, file, { courseId: school.courseId })
      expect(view).toMatchObject({ phase: 'ready', counts: { add: 1 } })
      const choose = async (roleCode: string) => {
        const body = { username: 'admin', roleCode }
        expect((await school.app.call('POST', '/sys/selectRole', { as: school.teacher, body })).body.success).toBe(true)
      }
      const commit = () =>
        school.app.call<Counted>('POST', `${base}/importCommit`, { as: school.teacher, body: { job: view.job, mode: 'all' } })
      await choose('1')
      const refused = [await commit(), await school.app.call('GET', `${base}/importJob`, { as: school.teacher, query: { job: view.job } })]
      await choose('2')
      for (const { body } of refused) expect(body).toMatchObject({ success: false, message: '该文件已过期或已放弃导入，请重新选择文件！' })
      expect((await school.listDevices()).map((row) => row.facilityNum)).not.toContain('ROLE1')
    })

    test('an unusable file fails its job with the sentence', async () => {
      expect(await school.checked('/inspect/bhFacility', sample('broken.xlsx'), { courseId: school.courseId })).toMatchObject({
        phase: 'failed',
        message: '文件已损坏，无法读取',
      })
    })

    test('rows added since the check are refused, not duplicated', async () => {
      const file = await workbook([
        ['设备编号', '设备名称'],
        ['LATE1', 'a'],
        ['LATE2', 'b'],
      ])
      const view = await school.checked('/inspect/bhFacility', file, { courseId: school.courseId })
      await school.add('/inspect/bhFacility', { courseId: school.courseId, facilityNum: 'LATE2', facilityName: 'c' })
      const commit = (mode: string) =>
        school.app.call<Counted>('POST', '/inspect/bhFacility/importCommit', { as: school.teacher, body: { job: view.job, mode } })
      expect(errorsOf(await commit('all')).map(({ row, message }) => [row, message])).toEqual([[3, '该记录刚刚被他人添加，请重新检查']])
      expect((await commit('good')).body.result).toMatchObject({ add: 1, errorCount: 1 })
    })
  })

  describe('texts of other tables', () => {
    const courses = async (rows: (string | null)[][]) =>
      school.importInto('/inspect/bhCourse', await workbook([['课程名称', '学期', '学生类型', '开始日期', '结束日期'], ...rows]))

    test('labels and dictionary texts become values, unknown ones get a suggestion', async () => {
      const dictionary = await school.app.call<Record<string, { value: string; text: string }[]>>('GET', '/sys/dict/queryAllDictItems', {
        as: school.admin,
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

  describe('every entity that has an import', () => {
    const added = async (base: string, body: object) => {
      const answer = await school.app.call<{ id: string }>('POST', `${base}/add`, { as: school.teacher, body })
      expect(answer.body, base).toMatchObject({ success: true })
      return answer.body.result.id
    }
    /** A session of the course and an item of its experiment, for sheets that belong to one of them. */
    const aPlace = async () => {
      const { courseId } = school
      const course = await school.app.call<{ semester: string }>('GET', '/inspect/bhCourse/queryById', {
        as: school.teacher,
        query: { id: courseId },
      })
      const experiId = await added('/inspect/bhExperi', { courseId, experiName: '分组实验', semester: course.body.result.semester })
      const experiAdressId = await added('/inspect/bhExperiAdress', { courseId, experiAdress: '实验楼 101' })
      const time = { startTime: '2026-10-12 08:00:00', endTime: '2026-10-12 10:00:00' }
      const numbers = { seatNum: 4, facilityNum: 2, facilityStuNum: 2 }
      const session = { courseId, experiId, experiAdressId, groupName: '第1场', ...numbers, ...time }
      const experiGroupId = await added('/inspect/bhExperiGroup', session)
      const item = { courseId, experiId, inspectName: '报告', inspectType: '1' }
      return { experiGroupId, inspectionId: await added('/inspect/bhInspection', item) }
    }

    test('exports a list whose import changes nothing, and offers a template', async () => {
      const models = [...school.app.app.engine.models.values()].filter(
        ({ entity }) => entity.import && !entity.endpoints.disable?.includes('importExcel'),
      )
      expect(models.length).toBeGreaterThan(8)
      const held: Readonly<Record<string, string>> = { courseId: school.courseId, classId, ...(await aPlace()) }
      for (const { name, entity, permission } of models) {
        const within = entity.import?.within
        const given = within && held[within]
        const fields: Record<string, string> = within && given ? { [within]: given } : {}
        const me = (
          await school.app.call<{ auth: { action: string }[] }>('GET', '/sys/permission/getUserPermissionByToken', { as: school.teacher })
        ).body.result
        const as = me.auth.some((node) => node.action === `${permission}:import`) ? school.teacher : school.admin
        const template = await school.app.call('GET', `${entity.endpoints.base}/importTemplate`, { as, query: fields })
        expect(template.raw.subarray(0, 2).toString(), name).toBe('PK')
        const sheet = await school.app.call('POST', `${entity.endpoints.base}/exportXls`, { as, body: fields })
        if (sheet.body.message === '没有可导出的数据！') continue
        const again = await school.importInto(entity.endpoints.base, new Uint8Array(sheet.raw), { as, fields })
        expect(again.body, name).toMatchObject({ success: true, result: { add: 0, change: 0 } })
      }
    })
  })
})
