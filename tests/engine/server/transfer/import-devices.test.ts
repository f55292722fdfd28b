import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFile } from '../../../../engine/server/transfer/sheet/read-file.ts'
import type { SourceRow } from '../../../../engine/server/transfer/sheet/sheet.ts'
import { readSheet } from '../../../../engine/server/transfer/sheet/workbook.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { errorsOf, openSchool, type SchoolRow, type School } from './school.ts'
import { sample, workbook } from './workbook-files.ts'

onBothDatabases('import and export of devices', (database) => {
  let school: School

  beforeAll(async () => {
    school = await openSchool(database)
  })
  afterAll(() => school.close())

  describe('devices of a course', () => {
    test('40 are added once', async () => {
      expect((await school.devices(sample('equipment-40.xlsx'))).body.result).toMatchObject({ add: 40, change: 0, same: 0, totalCount: 40 })
      expect((await school.devices(sample('equipment-40.xlsx'))).body.result).toMatchObject({ add: 0, change: 0, same: 40 })
      expect(await school.listDevices()).toHaveLength(40)
    })

    test('changed cells change their rows, an emptied cell is cleared, other columns stay', async () => {
      const file = await workbook([
        ['设备编号', '设备名称', '属性一'],
        ['SB001', '新示波器', null],
        ['SB002', '万用表', '34401A'],
      ])
      expect((await school.devices(file)).body.result).toMatchObject({ add: 0, change: 1, same: 1 })
      const row = (await school.listDevices()).find((device) => device.facilityNum === 'SB001')
      expect(row).toMatchObject({ facilityName: '新示波器', property2: '2021年购入' })
      expect(row?.property1 ?? '').toBe('')
    })

    test('formula-like texts survive export and import', async () => {
      const texts = ['=1+1', '+1', '-1', '@x', "'=1", '_x0041_', 'a b']
      await school.devices(
        await workbook([['设备编号', '设备名称'], ...texts.map((text, index) => [`F${index}`, text])]),
        school.otherCourse,
      )
      const sheet = await school.app.call('GET', '/inspect/bhFacility/exportXls', {
        as: school.teacher,
        query: { courseId: school.otherCourse },
      })
      expect((await school.devices(new Uint8Array(sheet.raw), school.otherCourse)).body.result).toMatchObject({
        add: 0,
        change: 0,
        same: texts.length,
      })
      expect((await school.listDevices(school.otherCourse)).map((device) => device.facilityName).toSorted()).toEqual(texts.toSorted())
    })

    test('exports only the selection', async () => {
      const [one, two] = await school.listDevices()
      const query = { courseId: school.courseId, selections: `${one?.id},${two?.id}` }
      const sheet = await school.app.call('GET', '/inspect/bhFacility/exportXls', { as: school.teacher, query })
      const rows: SourceRow[] = []
      const columns = [{ key: 'no', label: '设备编号', kind: 'text' as const, needed: true }]
      await readFile({ bytes: new Uint8Array(sheet.raw), columns }, (batch) => rows.push(...batch))
      expect(rows.map((row) => row.texts.no)).toEqual([one?.facilityNum, two?.facilityNum])
    })

    test('every wrong row is named, and nothing is written', async () => {
      const file = await workbook([
        ['设备编号', '设备名称'],
        ['N1', '好的'],
        ['N2', null],
        [null, 'x'],
        ['N1', '又一个'],
        ['N'.repeat(70), 'y'],
      ])
      const answer = await school.devices(file)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ success: false, code: 422, message: '第 3 行：请输入设备名称!' })
      expect(errorsOf(answer).map(({ row, column, message }) => [row, column, message])).toEqual([
        [3, '设备名称', '请输入设备名称!'],
        [4, '设备编号', '请输入设备编号!'],
        [5, '设备编号', '与第 2 行重复'],
        [6, '设备编号', '设备编号最多64个字符'],
      ])
      expect((await school.listDevices()).some((device) => device.facilityNum === 'N1')).toBe(false)
    })

    test('the course is required and must be in scope, before the file is read', async () => {
      const none = await school.importInto('/inspect/bhFacility', sample('broken.xlsx'))
      expect(none.body).toMatchObject({ code: 422, message: '请选择课程！' })
      expect((await school.devices(sample('broken.xlsx'), 'nobody')).body).toMatchObject({ success: false, message: '未找到对应实体' })
      const empty = await school.app.call('POST', '/inspect/bhFacility/importExcel', { as: school.teacher, body: new FormData() })
      expect(empty.body).toMatchObject({ code: 422, message: '请选择课程！' })
    })

    test('a missing file, a broken one, another kind and a file that is too large each have their sentence', async () => {
      const nothing = new FormData()
      nothing.append('courseId', school.courseId)
      expect((await school.app.call('POST', '/inspect/bhFacility/importExcel', { as: school.teacher, body: nothing })).body.message).toBe(
        '请选择文件',
      )
      expect(
        (
          await school.app.call('POST', '/inspect/bhFacility/importExcel', {
            as: school.teacher,
            query: { courseId: school.courseId },
            body: {},
          })
        ).body.message,
      ).toBe('请选择文件')
      expect((await school.devices(sample('broken.xlsx'))).body).toMatchObject({ code: 422, message: '文件已损坏，无法读取' })
      expect((await school.devices(new TextEncoder().encode('a,b'))).body).toMatchObject({
        code: 422,
        message: '文件格式不正确，请上传 .xls 或 .xlsx 文件!',
      })
      const large = await school.devices(new Uint8Array(20 * 1024 * 1024 + 1))
      expect(large.status).toBe(413)
      expect(large.body).toMatchObject({ code: 413, message: '文件大小超出20MB限制' })
    })
  })

  describe('reach', () => {
    let stranger: string

    beforeAll(async () => {
      const roles = await school.app.call<{ records: SchoolRow[] }>('GET', '/sys/role/list', { as: school.admin, query: { roleCode: '2' } })
      const departs = await school.app.call<SchoolRow>('POST', '/sys/sysDepart/add', {
        as: school.admin,
        body: { departName: '物理学院', orgCategory: '1' },
      })
      const user = { username: 'zhao', realname: '赵老师', password: 'Zhao-12345', confirmpassword: 'Zhao-12345', workNo: 'T1' }
      const links = { selectedroles: roles.body.result.records[0]?.id, selecteddeparts: departs.body.result?.id }
      expect((await school.app.call('POST', '/sys/user/add', { as: school.admin, body: { ...user, ...links } })).body).toMatchObject({
        success: true,
      })
      stranger = await school.app.signIn('zhao', '2', user.password)
    })

    test('another teacher can import nothing into the course and finds no job of its owner', async () => {
      const answer = await school.importInto('/inspect/bhFacility', sample('equipment-40.xlsx'), {
        as: stranger,
        fields: { courseId: school.courseId },
      })
      expect(answer.body).toMatchObject({ success: false, message: '未找到对应实体' })
      const view = await school.checked('/inspect/bhFacility', sample('equipment-40.xlsx'), { courseId: school.courseId })
      const asked = await school.app.call('GET', '/inspect/bhFacility/importJob', { as: stranger, query: { job: view.job } })
      expect(asked.body).toMatchObject({ success: false, message: '该文件已过期或已放弃导入，请重新选择文件！' })
      const commit = await school.app.call('POST', '/inspect/bhFacility/importCommit', {
        as: stranger,
        body: { job: view.job, mode: 'good' },
      })
      expect(commit.body).toMatchObject({ success: false, message: '该文件已过期或已放弃导入，请重新选择文件！' })
    })

    test('another teacher can export no row of the course, not even by selection', async () => {
      const [device] = await school.listDevices()
      const queries: Record<string, string>[] = [
        { courseId: school.courseId },
        { courseId: school.courseId, selections: String(device?.id) },
      ]
      for (const query of queries) {
        const sheet = await school.app.call('POST', '/inspect/bhFacility/exportXls', { as: stranger, body: query })
        expect(sheet.body).toMatchObject({ success: false, code: 500, message: '没有可导出的数据！' })
      }
    })

    test('a row that matches by key but is out of scope is refused, not changed', async () => {
      const file = await workbook([
        ['用户账号', '用户名称', '学号'],
        ['zhao', '另一个名字', 'X1'],
      ])
      const answer = await school.importInto('/jw/user', file, { as: school.admin })
      expect(errorsOf(answer).map(({ message }) => message)).toEqual(['用户名已存在!'])
    })
  })

  test('a filled-in template can be imported; its notes are skipped', async () => {
    const template = await school.app.call('GET', '/inspect/bhFacility/importTemplate', {
      as: school.teacher,
      query: { courseId: school.courseId },
    })
    expect(template.raw.subarray(0, 2).toString()).toBe('PK')
    expect((await school.devices(new Uint8Array(template.raw))).body.message).toBe('文件中没有数据')
  })

  test('the notes of a template say how long a text may be and between what a number lies', async () => {
    const notes = async (base: string) => {
      const template = await school.app.call('GET', `${base}/importTemplate`, { as: school.admin })
      const texts: unknown[] = []
      for await (const { cells } of readSheet(new Uint8Array(template.raw), 'xlsx')) texts.push(...cells)
      return texts.join(' ')
    }
    expect(await notes('/sys/role')).toMatch(/最少2个字符、最多30个字符.* 选填；[^ ]*最多126个字符/)
    expect(await notes('/inspect/bhInspectionResult')).toContain('不小于0、不大于100')
  })
})
