import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSheet } from '../../../../engine/server/transfer/sheet/workbook.ts'
import { aSemester } from '../../../api/teaching-world.ts'
import { addRow, aPerson, stored } from '../../../api/world.ts'
import { aCourseDay, type CourseDay } from '../../../src/plugins/live-inspection/server/course-day.ts'
import { testApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aMoment, openTransaction } from '../../../support/two-nodes.ts'
import { errorsOf, School, type Counted } from './school.ts'
import { workbook } from './workbook-files.ts'

onBothDatabases('the preview of an import', (database) => {
  let school: School
  let day: CourseDay
  beforeAll(async () => {
    school = new School(await testApp({ database }))
    day = await aCourseDay(school.app, { students: 3, items: 1 })
    school.teacher = day.teacher.token
  })
  afterAll(() => school.close())
  const base = '/inspect/bhInspectionResult'
  const header = ['学号', '分数', '评语', '备注', '签到']
  const commit = (job: string, mode: string) =>
    school.app.call<Counted & { errorCount: number }>('POST', `${base}/importCommit`, { as: school.teacher, body: { job, mode } })
  const faultsOf = (job: string, as = school.teacher) => school.app.call('GET', `${base}/importFaults`, { as, query: { job } })
  const cellsOf = async (file: Uint8Array) => {
    const rows: unknown[][] = []
    for await (const { cells } of readSheet(file, 'xlsx')) rows.push([...cells])
    return rows
  }

  test('counts exactly what the import will do, shows old and new values, and returns wrong rows in the sheet’s own columns', async () => {
    const numbers = day.students.map(({ id }) => String(day.lab.students.find((student) => student.id === id)?.studyNumber))
    const stranger = String((await aCourseDay(school.app, { students: 1 })).lab.students[0]?.studyNumber)
    const inspectionId = day.items[0]?.id ?? ''
    await day.call('PUT', 'edit', {
      as: day.teacher,
      body: { id: (await day.result(0)).id, score: 60, comment: '一般', submitStatus: 2 },
    })
    const before = await stored(school.app, 'bh_inspection_result')
    const file = await workbook([
      header,
      [numbers[0] ?? '', 88.5, '很好', '', '到'],
      [numbers[1] ?? '', 70, '', '', '到'],
      [numbers[2] ?? '', '', '没有分数', '', '迟到'],
      [stranger, 50, '', '', '到'],
    ])
    const view = await school.checked(base, file, { inspectionId })
    expect(view).toMatchObject({ phase: 'ready', counts: { add: 0, change: 2, same: 0, bad: 2 }, ignored: ['签到'] })
    expect(view.errors.map(({ row, message }) => [row, message])).toEqual([
      [4, '请填写分数'],
      [5, '该学生没有此考察项的考察结果！'],
    ])
    expect(JSON.stringify(view.errors)).not.toContain(day.students[2]?.id)
    expect(view.changes).toEqual([
      { row: 2, name: numbers[0], column: '分数', before: '60', after: '88.5' },
      { row: 2, name: numbers[0], column: '评语', before: '一般', after: '很好' },
      { row: 3, name: numbers[1], column: '分数', before: '', after: '70' },
    ])
    expect(await stored(school.app, 'bh_inspection_result')).toEqual(before)
    expect((await commit(view.job, 'good')).body.result).toMatchObject({ add: 0, change: 2, same: 0, errorCount: 2 })
    expect((await faultsOf(view.job, day.assistants[0].token)).body.success).toBe(false)
    const faults = await cellsOf(new Uint8Array((await faultsOf(view.job)).raw))
    expect(faults).toEqual([
      [...header, '错误原因'],
      [numbers[2], null, '没有分数', null, '迟到', '分数：请填写分数'],
      [stranger, '50', null, null, '到', '学号：该学生没有此考察项的考察结果！'],
    ])
    const mended = await workbook(
      [faults[0] ?? [], [numbers[2] ?? '', 77, '补上', '', '迟到', '分数：请填写分数']].map((row) => row.map(String)),
    )
    expect(await school.checked(base, mended, { inspectionId })).toMatchObject({
      counts: { change: 1, bad: 0 },
      ignored: ['签到', '错误原因'],
    })
  })

  test('shows what the import will overwrite, and refuses to overwrite later changes', async () => {
    const devices = '/inspect/bhFacility'
    const { courseId } = day.lab
    const { id } = await addRow(school.app, devices, {
      as: school.teacher,
      body: { courseId, facilityNum: 'STALE1', facilityName: '旧名' },
    })
    const file = await workbook([
      ['设备编号', '设备名称'],
      ['STALE1', '表中的名'],
      ['FRESH1', '新设备'],
    ])
    const { job, counts } = await school.checked(devices, file, { courseId })
    expect(counts).toMatchObject({ add: 1, change: 1, bad: 0 })
    await school.app.call('PUT', `${devices}/edit`, { as: school.teacher, body: { id, facilityName: '同事的名' } })
    const done = await school.app.call<Counted & { errorCount: number }>('POST', `${devices}/importCommit`, {
      as: school.teacher,
      body: { job, mode: 'good' },
    })
    expect(done.body.result).toMatchObject({ add: 1, change: 0, errorCount: 1 })
    const row = await school.app.call<{ facilityName: string }>('GET', `${devices}/queryById`, { as: school.teacher, query: { id } })
    expect(row.body.result.facilityName).toBe('同事的名')
  })

  test('a name shared by two rows must be given more precisely, and one of them already chosen stays', async () => {
    const [root] = (await school.app.call<{ records: { id: string }[] }>('GET', '/sys/sysDepart/list', { as: day.lab.admin })).body.result
      .records
    const twin = () =>
      school.app.call<{ id: string }>('POST', '/sys/sysDepart/add', {
        as: day.lab.admin,
        body: { departName: '同名系', orgCategory: '2', parentId: root?.id },
      })
    const [one] = [(await twin()).body.result.id, (await twin()).body.result.id]
    const row = (number: number, department: string) =>
      workbook([
        ['用户账号', '用户名称', '学号', '部门'],
        [`twin${number}`, '同名', number, department],
      ])
    const imported = async (number: number, department: string) =>
      school.importInto('/jw/user', await row(number, department), { as: day.lab.admin })
    const message = '“同名系”对应2条记录，请填写机构编码'
    expect(errorsOf(await imported(20269001, '同名系'))).toMatchObject([{ row: 2, column: '部门', message }])
    expect((await imported(20269001, one)).body).toMatchObject({ result: { add: 1 } })
    expect((await imported(20269001, '同名系')).body).toMatchObject({ result: { same: 1 } })
  })

  test('is only for the role that began it', async () => {
    const { app } = school
    const { admin, courseId } = day.lab
    const both = await aPerson(app, admin, '12')
    const file = await workbook([
      ['设备编号', '设备名称'],
      ['ROLE1', 'a'],
    ])
    const job = await school.uploaded('/inspect/bhFacility', file, { courseId }, both.token)
    const found = async () => (await app.call('GET', '/inspect/bhFacility/importJob', { as: both.token, query: { job } })).body.success
    expect(await found()).toBe(true)
    await app.call('POST', '/sys/selectRole', { as: both.token, body: { username: both.username, roleCode: '2' } })
    expect(await found()).toBe(false)
  })

  test('without errors offers no sheet of errors', async () => {
    const file = await workbook([
      ['设备编号', '设备名称'],
      ['GOOD1', 'a'],
    ])
    const { job } = await school.checked('/inspect/bhFacility', file, { courseId: day.lab.courseId })
    const answer = await school.app.call('GET', '/inspect/bhFacility/importFaults', { as: school.teacher, query: { job } })
    expect(answer.body).toMatchObject({ success: false, message: '没有未导入的行！' })
  })

  // SQLite has one writer, so everybody waits anyway.
  test.runIf(database === 'postgres')('uses no connection while it waits, so that others can save meanwhile', async () => {
    const { app } = school
    const admin = await app.signIn('admin', '1')
    const semester = (await aSemester(app, admin, '预览学期')).id
    const courseOf = async (as: string) =>
      (await addRow(app, '/inspect/bhCourse', { as, body: { courseTitle: '预览', semester, studentType: '1' } })).id
    const file = await workbook([
      ['设备编号', '设备名称'],
      ['WAIT1', 'a'],
    ])
    const held = await openTransaction(app, (tx) => app.app.engine.db.lock(tx, 'import:bh_facility'))
    const devices = '/inspect/bhFacility'
    const jobs: [job: string, as: string][] = []
    for (let n = 0; n < 4; n++) {
      const { token: as } = await aPerson(app, admin, '2')
      const courseId = await courseOf(as)
      for (let files = 0; files < 3; files++) jobs.push([await school.uploaded(devices, file, { courseId }, as), as])
    }
    const views = () => Promise.all(jobs.map(([job, as]) => school.viewOf(devices, job, as)))
    await vi.waitFor(async () => expect((await views()).map(({ done }) => done)).toEqual(jobs.map(() => 1)), { timeout: 40_000 })
    await aMoment()
    const saved = courseOf(school.teacher)
    expect(await Promise.race([saved.then(() => 'saved'), pause(5_000).then(() => 'waits')])).toBe('saved')
    await held.commit()
    await vi.waitFor(async () => expect((await views()).map(({ phase }) => phase)).toEqual(jobs.map(() => 'ready')), { timeout: 15_000 })
  })
})
