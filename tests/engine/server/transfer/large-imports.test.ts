import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { auditOf, stored } from '../../../api/world.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { openTransaction } from '../../../support/two-nodes.ts'
import { errorsOf, openSchool, type Counted, type School } from './school.ts'
import { workbook } from './workbook-files.ts'

const ROWS = 450
const devices = '/inspect/bhFacility'
const students = '/jw/user'

onBothDatabases('an import of many rows', (database) => {
  let school: School
  beforeAll(async () => {
    school = await openSchool(database)
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => school.close())

  const deviceFile = (mark: string, count = ROWS, name = '示波器') =>
    workbook([['设备编号', '设备名称'], ...Array.from({ length: count }, (_, n) => [`${mark}${n}`, `${name} ${n}`])])
  const studentFile = (mark: string) => {
    const rows = Array.from({ length: ROWS }, (_, n) => [`${mark}${n}`, '李一', `${mark}-${n}`, `${mark}${n}@x.cn`])
    return workbook([['用户账号', '姓名', '学号', '邮箱'], ...rows])
  }
  const commit = (base: string, job: string, mode: string, as = school.teacher) =>
    school.app.call<Counted & { errorCount: number }>('POST', `${base}/importCommit`, { as, body: { job, mode } })
  const devicesNamed = async (mark: string) =>
    (await stored(school.app, 'bh_facility')).filter((row) => String(row['facility_num']).startsWith(mark))

  /** Do something after all rows have been checked, and before they are stored. */
  function justBefore(work: () => Promise<unknown>): void {
    const { db } = school.app.app.engine
    const write = db.write.bind(db)
    let isDone = false
    vi.spyOn(db, 'write').mockImplementation(async (inside, lock) => {
      if (lock?.startsWith('import:') && !isDone) {
        isDone = true
        await work()
      }
      return write(inside, lock)
    })
  }

  /** Edit a device again and again until the import has ended, and note each time how many of its rows are stored. */
  async function beside(importing: ReturnType<typeof commit>, id: string, stored: () => Promise<number>) {
    let isRunning = true
    const ended = importing.finally(() => (isRunning = false))
    const seen = new Set<number>()
    let edits = 0
    while (isRunning) {
      const body = { id, facilityName: `自有 ${edits}` }
      expect((await school.app.call('POST', `${devices}/edit`, { as: school.teacher, body })).body.success).toBe(true)
      if (isRunning) edits++
      seen.add(await stored())
    }
    return { result: (await ended).body.result, edits, seen: [...seen] }
  }

  test('others write while its rows are checked, and see none of them or all', async () => {
    const id = await school.add(devices, { courseId: school.courseId, facilityNum: 'OWN', facilityName: '自有' })
    const view = await school.checked(devices, await deviceFile('M'), { courseId: school.courseId })
    expect(view.counts).toEqual({ add: ROWS, change: 0, same: 0, bad: 0 })
    const { result, edits, seen } = await beside(commit(devices, view.job, 'all'), id, async () => (await devicesNamed('M')).length)
    expect(result).toMatchObject({ add: ROWS, errorCount: 0 })
    expect(edits).toBeGreaterThan(1)
    expect(seen.filter((count) => count !== 0 && count !== ROWS)).toEqual([])
  })

  test('others write while its changes are checked, and see none of them or all', async () => {
    const id = await school.add(devices, { courseId: school.courseId, facilityNum: 'SELF', facilityName: '自有' })
    await school.devices(await deviceFile('C'))
    const view = await school.checked(devices, await deviceFile('C', ROWS, '频谱仪'), { courseId: school.courseId })
    expect(view.counts).toEqual({ add: 0, change: ROWS, same: 0, bad: 0 })
    const changed = async () => (await devicesNamed('C')).filter((row) => String(row['facility_name']).startsWith('频谱仪')).length
    const { result, edits, seen } = await beside(commit(devices, view.job, 'all'), id, changed)
    expect(result).toMatchObject({ change: ROWS, errorCount: 0 })
    expect(edits).toBeGreaterThan(1)
    expect(seen.filter((count) => count !== 0 && count !== ROWS)).toEqual([])
  })

  test('its changes and their audit are those of rows that are changed by a short file', async () => {
    const like = async (mark: string) => {
      const [row] = await devicesNamed(`${mark}0`)
      const text = JSON.stringify([row, await auditOf(school.app, String(row?.id))])
      return text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\d{19}|req-\w+/g, '…').replaceAll(/MANY|FEW/gi, 'ANY')
    }
    for (const [mark, count] of [['MANY', ROWS] as const, ['FEW', 1] as const]) {
      await school.devices(await deviceFile(mark, count))
      expect((await school.devices(await deviceFile(mark, count, '频谱仪'))).body.result).toMatchObject({ change: count })
    }
    const large = await like('MANY')
    expect(large).toContain('频谱仪 0')
    expect(large).toBe(await like('FEW'))
  })

  test('each row gets its own changes, and keeps what somebody wrote after the check', async () => {
    const file = (cells: (n: number) => readonly string[], count = ROWS) =>
      workbook([['设备编号', '设备名称', '属性一'], ...Array.from({ length: count }, (_, n) => [`K${n}`, ...cells(n)])])
    await school.devices(await file((n) => [`示波器 ${n}`, `${n} 排`]))
    // Even ones change their name, odd ones their place, and ten are new.
    const changes = await file((n) => (n % 2 ? [`示波器 ${n}`, '架上'] : [`频谱仪 ${n}`, `${n} 排`]), ROWS + 10)
    const view = await school.checked(devices, changes, { courseId: school.courseId })
    expect(view.counts).toEqual({ add: 10, change: ROWS, same: 0, bad: 0 })
    const row = (await devicesNamed('K')).find((one) => one['facility_num'] === 'K300')
    justBefore(async () => {
      const body = { id: row?.id, property1: '借出', property2: '待修' }
      expect((await school.app.call('POST', `${devices}/edit`, { as: school.teacher, body })).body.success).toBe(true)
    })
    expect((await commit(devices, view.job, 'all')).body.result).toMatchObject({ add: 10, change: ROWS, errorCount: 0 })
    const after = new Map((await devicesNamed('K')).map((one) => [one['facility_num'], one]))
    const shown = (num: string) => ['facility_name', 'property1', 'property2', 'version'].map((key) => after.get(num)?.[key])
    expect(shown('K8')).toEqual(['频谱仪 8', '8 排', null, 2])
    expect(shown('K9')).toEqual(['示波器 9', '架上', null, 2])
    expect(shown('K300')[0]).toBe('频谱仪 300')
    expect(shown('K300')[2]).toBe('待修')
    expect(after.size).toBe(ROWS + 10)
  })

  test('a row that somebody deletes after the check is refused, and with it the file', async () => {
    await school.devices(await deviceFile('Y'))
    const view = await school.checked(devices, await deviceFile('Y', ROWS, '频谱仪'), { courseId: school.courseId })
    const row = (await devicesNamed('Y')).find((one) => one['facility_num'] === 'Y20')
    justBefore(async () => {
      const query = { id: row?.id ?? '' }
      expect((await school.app.call('DELETE', `${devices}/delete`, { as: school.teacher, query })).body.success).toBe(true)
    })
    expect(errorsOf(await commit(devices, view.job, 'all')).map((error) => error.row)).toEqual([22])
    expect((await devicesNamed('Y')).filter((one) => String(one['facility_name']).startsWith('频谱仪'))).toEqual([])
  })

  test('its rows and their audit are those of rows that are added one by one', async () => {
    await school.importInto(students, await studentFile('one'), { as: school.admin })
    const sheet = [
      ['用户账号', '姓名', '学号', '邮箱'],
      ['two0', '李一', 'two-0', 'two0@x.cn'],
    ]
    await school.importInto(students, await workbook(sheet), { as: school.admin })
    const accounts = await stored(school.app, 'sys_user')
    const like = async (name: string) => {
      const row = accounts.find(({ username }) => username === name)
      const [audit] = await auditOf(school.app, String(row?.id))
      const roles = (await stored(school.app, 'sys_user_role')).filter((link) => link['user_id'] === row?.id)
      const text = JSON.stringify([row, audit, roles.map((link) => link['role_id'])])
      return text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\d{19}|req-\w+/g, '…').replaceAll(/one|two/g, 'any')
    }
    const [large, small] = [await like('one0'), await like('two0')]
    expect(large).toContain('any0@x.cn')
    expect(large).toBe(small)
    const added = accounts.filter(({ username }) => String(username).startsWith('one')).map(({ id }) => id)
    expect(added).toHaveLength(ROWS)
    const audited = (await stored(school.app, 'sys_audit')).map((row) => row['row_id'])
    expect(audited.filter((id) => added.some((one) => one === id))).toHaveLength(ROWS)
  })

  test('each cell stands in its column if another entity of the same table was imported before', async () => {
    const [root] = (await stored(school.app, 'sys_depart')).filter((row) => row['parent_id'] === null)
    const [role] = (await stored(school.app, 'sys_role')).filter((row) => row['role_code'] === '2')
    const headers = ['用户账号', '姓名', '工号', '角色', '部门', '邮箱']
    const cells = (n: number) => [
      `staff${n}`,
      '王二',
      `G-${n}`,
      String(role?.['role_name']),
      String(root?.['depart_name']),
      `staff${n}@x.cn`,
    ]
    const staff = await workbook([headers, ...Array.from({ length: ROWS }, (_, n) => cells(n))])
    const begun = vi.spyOn(school.app.app.engine.db, 'write')
    await school.importInto(students, await studentFile('pupil'), { as: school.admin })
    await school.importInto('/sys/user', staff, { as: school.admin })
    await school.importInto(students, await studentFile('again'), { as: school.admin })
    const accounts = new Map((await stored(school.app, 'sys_user')).map((row) => [row['username'], row]))
    const shown = (name: string) => ['realname', 'work_no', 'study_number', 'email'].map((key) => accounts.get(name)?.[key])
    for (let n = 0; n < ROWS; n++) {
      expect(shown(`staff${n}`)).toEqual(['王二', `G-${n}`, null, `staff${n}@x.cn`])
      expect(shown(`pupil${n}`)).toEqual(['李一', null, `pupil-${n}`, `pupil${n}@x.cn`])
      expect(shown(`again${n}`)).toEqual(['李一', null, `again-${n}`, `again${n}@x.cn`])
    }
    expect(begun.mock.calls.filter(([, lock]) => lock?.startsWith('import:'))).toHaveLength(3)
  })

  test('a row that somebody adds after the check is not added again', async () => {
    const view = await school.checked(devices, await deviceFile('L'), { courseId: school.courseId })
    justBefore(() => school.add(devices, { courseId: school.courseId, facilityNum: 'L440', facilityName: '先' }))
    const said = await commit(devices, view.job, 'all')
    expect(errorsOf(said).map(({ row, message }) => [row, message])).toEqual([[442, '该记录刚刚被他人添加，请重新检查']])
    expect(await devicesNamed('L')).toHaveLength(1)
    expect((await commit(devices, view.job, 'good')).body.result).toMatchObject({ add: ROWS - 1, errorCount: 1 })
    expect(await devicesNamed('L')).toHaveLength(ROWS)
  })

  test('a row that somebody adds before the file is confirmed is left out, and the others are written no slower for it', async () => {
    const view = await school.checked(devices, await deviceFile('P'), { courseId: school.courseId })
    await school.add(devices, { courseId: school.courseId, facilityNum: 'P440', facilityName: '先' })
    const write = vi.spyOn(school.app.app.engine.db, 'write')
    const said = await commit(devices, view.job, 'good')
    expect(said.body.result).toMatchObject({ add: ROWS - 1, errors: [{ row: 442, message: '该记录刚刚被他人添加，请重新检查' }] })
    const turns = write.mock.calls.filter(([, lock]) => lock?.startsWith('import:'))
    // PostgreSQL writes them again, and holds nobody.
    expect(turns).toHaveLength(database === 'sqlite' ? 1 : 2)
  })

  test('a unique value that somebody takes after the check is refused at its row', async () => {
    const view = await school.checkedAs(school.admin, students, await studentFile('mail'))
    const [other] = (await stored(school.app, 'sys_user')).filter(({ username }) => username === 'two0')
    justBefore(async () => {
      const body = { id: other?.id, email: 'mail3@x.cn' }
      expect((await school.app.call('POST', `${students}/edit`, { as: school.admin, body })).body.success).toBe(true)
    })
    const said = await commit(students, view.job, 'all', school.admin)
    expect(errorsOf(said).map(({ row, message }) => [row, message])).toEqual([[5, '邮箱已存在!']])
    expect((await commit(students, view.job, 'good', school.admin)).body.result).toMatchObject({ add: ROWS - 1, errorCount: 1 })
  })

  test('a unique value that two rows have is refused at the second, however far apart they are', async () => {
    const row = (n: number) => [`far${n}`, '李一', `far-${n}`, `far${n === 250 ? 150 : n}@x.cn`]
    const file = await workbook([['用户账号', '姓名', '学号', '邮箱'], ...Array.from({ length: ROWS }, (_, n) => row(n))])
    const { job, errors } = await school.checkedAs(school.admin, students, file)
    expect(errors).toMatchObject([{ row: 252, message: '邮箱已存在!' }])
    expect((await commit(students, job, 'good', school.admin)).body.result).toMatchObject({ add: ROWS - 1, errorCount: 1 })
  })

  // On SQLite nobody else writes meanwhile.
  test.skipIf(database === 'sqlite')('a unique value that somebody takes while the rows are stored is refused at its row', async () => {
    const view = await school.checkedAs(school.admin, students, await studentFile('race'))
    const held = await openTransaction(school.app, (tx) =>
      sql`update sys_user set email = 'race301@x.cn' where username = 'two0'`.execute(tx),
    )
    const { read } = school.app.app.engine.db
    const waiting = async () =>
      (await sql`select 1 from pg_locks where not granted and locktype = 'transactionid'`.execute(read)).rows.length
    const importing = commit(students, view.job, 'all', school.admin)
    await expect.poll(waiting).toBe(1)
    await held.commit()
    expect(errorsOf(await importing).map(({ row, message }) => [row, message])).toEqual([[303, '邮箱已存在!']])
  })

  test('its rows stand in the order of the file', async () => {
    await school.devices(await deviceFile('Z', 1000))
    const rows = (await devicesNamed('Z')).sort((one, other) => (String(one['id']) < String(other['id']) ? -1 : 1))
    expect(rows.map((row) => row['facility_num'])).toEqual(Array.from({ length: 1000 }, (_, n) => `Z${n}`))
  })

  test('a course that is deleted after the check gets no rows', async () => {
    const course = { courseTitle: '将取消', semester: school.semester, studentType: '1', beginDate: '2026-09-01', endDate: '2026-12-31' }
    const courseId = await school.add('/inspect/bhCourse', course)
    const view = await school.checked(devices, await deviceFile('G'), { courseId })
    justBefore(async () => {
      const query = { id: courseId }
      expect((await school.app.call('DELETE', '/inspect/bhCourse/delete', { as: school.teacher, query })).body.success).toBe(true)
    })
    const said = await commit(devices, view.job, 'all')
    expect(errorsOf(said)[0]).toMatchObject({ row: 2, message: '所选课程不存在' })
    expect(await devicesNamed('G')).toEqual([])
  })

  test('of rows that refer to one that is deleted after the check only those are left out, and said', async () => {
    const departments = await stored(school.app, 'sys_depart')
    const departName = '将撤销部'
    const body = { departName, parentId: departments.find((row) => row['parent_id'] === null)?.id, orgCategory: '2' }
    const id = await school.add('/sys/sysDepart', body, school.admin)
    const row = (n: number) => [`left${n}`, '李一', `left-${n}`, n === 260 ? departName : '']
    const file = await workbook([['用户账号', '姓名', '学号', '部门'], ...Array.from({ length: ROWS }, (_, n) => row(n))])
    const view = await school.checkedAs(school.admin, students, file)
    expect(view.counts).toMatchObject({ add: ROWS, bad: 0 })
    justBefore(async () => {
      const query = { id }
      expect((await school.app.call('DELETE', '/sys/sysDepart/delete', { as: school.admin, query })).body.success).toBe(true)
    })
    const said = await commit(students, view.job, 'good', school.admin)
    expect(said.body.result).toMatchObject({ add: ROWS - 1, errorCount: 1, errors: [{ row: 262, message: '所选部门不存在' }] })
    const names = (await stored(school.app, 'sys_user')).map(({ username }) => String(username)).filter((name) => name.startsWith('left'))
    expect(names).toHaveLength(ROWS - 1)
    expect(names).not.toContain('left260')
  })

  test.skipIf(database === 'sqlite')('PostgreSQL knows how far its table has grown', async () => {
    const { read } = school.app.app.engine.db
    const before = (await stored(school.app, 'bh_facility')).length
    // Small when it was last looked at: PostgreSQL may have looked of its own accord after the tests above.
    await sql`alter table bh_facility set (autovacuum_enabled = false)`.execute(read)
    await sql`update pg_class set reltuples = 0 where relname = 'bh_facility'`.execute(read)
    expect((await school.devices(await deviceFile('W', 1300), school.otherCourse)).body.result).toMatchObject({ add: 1300 })
    const { rows } = await sql<{ n: number }>`select reltuples as n from pg_class where relname = 'bh_facility'`.execute(read)
    expect(rows[0]?.n).toBeGreaterThanOrEqual(before + 1000)
  })
})
