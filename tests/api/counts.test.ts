import dayjs from 'dayjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { readSheet } from '../../engine/server/transfer/sheet/workbook.ts'
import { sheet } from './strangers.ts'
import { addSession, aSession, written } from './teaching-rows.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { addRow, stored, type WorldRow } from './world.ts'

onBothDatabases('values derived from other values', (database) => {
  let app: TestApp
  let admin: string
  let world: CourseWorld
  let needed: Record<string, string>
  const ids: string[] = []
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    world = await aCourse(app, { admin, semester: (await aSemester(app, admin)).id, mark: '甲' })
    needed = { courseId: world.course.id, experiId: world.experiment.id, classIds: world.class.id }
    for (const hour of ['06', '08', '10'])
      ids.push((await addSession(app, admin, aSession(world, [`${hour}:00`, `${hour}:30`]))).body.result.id)
    await join(1, 1)
    await join(2, 3)
  })
  afterAll(() => app.close())

  let people = 0
  async function join(session: number, count: number): Promise<string[]> {
    const students: string[] = []
    for (let n = 0; n < count; n++) {
      const name = `s${++people}`
      const person = { username: name, password: 'Abc123!@', confirmpassword: 'Abc123!@', realname: name, studyNumber: name }
      const { id } = await addRow(app, '/jw/user', { as: admin, body: person })
      await addRow(app, '/jw/bhClassStu', { as: admin, body: { classId: world.class.id, stuId: id } })
      students.push(id)
    }
    const rows = students.map((stuId) => ({ experiGroupId: ids[session], experiId: world.experiment.id, stuId }))
    return written(app, 'sessionMember', rows)
  }
  const list = async (query: Record<string, string>) =>
    (
      await app.call<{ records: WorldRow[]; total: number }>('GET', '/inspect/bhExperiGroup/list', {
        as: admin,
        query: { ...needed, ...query },
      })
    ).body.result
  const chosen = async (query: Record<string, string>) =>
    (await list({ column: 'peopleNum', order: 'asc', ...query })).records.map((row) => row.id)
  const byId = async (id = '') =>
    (await app.call<WorldRow>('GET', '/inspect/bhExperiGroup/queryById', { as: admin, query: { id } })).body.result

  test('a count is shown in list and detail, can be sorted and filtered as a number, and totals agree', async () => {
    expect((await list({ column: 'peopleNum', order: 'desc' })).records.map((row) => row['peopleNum'])).toEqual([3, 1, 0])
    expect(await byId(ids[2])).toMatchObject({ peopleNum: 3, facilityCount: 0 })
    expect(await chosen({ peopleNum: '0' })).toEqual([ids[0]])
    expect(await chosen({ peopleNum: '1,3' })).toEqual([ids[1], ids[2]])
    expect(await chosen({ peopleNum: '!3' })).toEqual([ids[0], ids[1]])
    expect(await chosen({ peopleNum: 'gt 0' })).toEqual([ids[1], ids[2]])
    expect(await chosen({ peopleNum_begin: '1', peopleNum_end: '2' })).toEqual([ids[1]])
    expect(await chosen({ peopleNum: '!é' })).toEqual(ids)
    expect(await chosen({ peopleNum: 'é' })).toEqual([])
    expect(await list({ peopleNum: 'gt 0', pageSize: '1' })).toMatchObject({ total: 2 })
    const rules = JSON.stringify([{ field: 'peopleNum', rule: 'ge', val: '1' }])
    expect(await chosen({ superQueryParams: rules })).toEqual([ids[1], ids[2]])
  })

  test('a count follows added and deleted rows, without a new version of its own row', async () => {
    const { version } = await byId(ids[0])
    const made = await join(0, 2)
    expect(await byId(ids[0])).toMatchObject({ peopleNum: 2, version })
    const gone = await app.call('DELETE', '/inspect/bhExperiGroupStu/delete', { as: admin, query: { id: made[0] ?? '' } })
    expect(gone.body.success).toBe(true)
    expect(await byId(ids[0])).toMatchObject({ peopleNum: 1, version })
    await written(app, 'sessionMember', [{ id: made[1] }], { operation: 'delete' })
    expect(await byId(ids[0])).toMatchObject({ peopleNum: 0, version })
  })

  test('a page far from the first, sorted by a count, has the right rows once something more is counted', async () => {
    const experiId =
      (await written(app, 'experiment', [{ semester: world.course['semester'], courseId: world.course.id, experiName: '多场次' }]))[0] ?? ''
    const minutes = (count: number) => dayjs('2026-10-20').add(count, 'minute').format('YYYY-MM-DD HH:mm:ss')
    const rows = Array.from({ length: 560 }, (_, n) =>
      aSession(world, ['08:00', '10:00'], { experiId, groupName: `第${n}场`, startTime: minutes(n * 30), endTime: minutes(n * 30 + 20) }),
    )
    const sessions = await written(app, 'session', rows)
    const idsOf = async (page: Record<string, string>) => {
      const query = { experiId, column: 'facilityCount', order: 'asc', ...page }
      const { body } = await app.call<{ records: WorldRow[] }>('GET', '/inspect/bhExperiGroup/list', { as: admin, query })
      return body.result.records.map(({ id }) => id)
    }
    for (const counted of sessions.slice(0, 3)) {
      const whole = await idsOf({ pageSize: '1000' })
      expect(whole).toHaveLength(560)
      for (const pageNo of [55, 55, 54]) expect(await idsOf({ pageNo: String(pageNo) })).toEqual(whole.slice(pageNo * 10 - 10, pageNo * 10))
      await written(app, 'sessionDevice', [{ experiGroupId: counted, facilityId: world.equipment.id }])
    }
  })

  test('a count is in the export, and nobody can write it', async () => {
    const file = await app.call('GET', '/inspect/bhExperiGroup/exportXls', {
      as: admin,
      query: { ...needed, column: 'peopleNum', order: 'desc' },
    })
    const cells: unknown[][] = []
    for await (const row of readSheet(new Uint8Array(file.raw), 'xlsx')) cells.push([...row.cells])
    expect(JSON.stringify(cells)).toContain('人数')
    const edit = await app.call<WorldRow>('PUT', '/inspect/bhExperiGroup/edit', {
      as: admin,
      body: { id: ids[2], peopleNum: 99, facilityCount: 99 },
    })
    expect(edit.body).toMatchObject({ success: true, result: { peopleNum: 3, facilityCount: 0 } })
  })

  test('a kept value is computed on add and on edit, stored, sorted and filtered by, and never taken from a client', async () => {
    const added = await addSession(app, admin, aSession(world, ['14:00', '15:00'], { groupTime: '伪造' }))
    const { id } = added.body.result
    expect(added.body.result).toMatchObject({ groupTime: '星期一下午' })
    const edit = (change: object) => app.call<WorldRow>('PUT', '/inspect/bhExperiGroup/edit', { as: admin, body: { id, ...change } })
    expect((await edit({ groupTime: '伪造' })).body.result).toMatchObject({ groupTime: '星期一下午', version: 1 })
    const moved = await edit({ startTime: '2026-10-13 19:00:00', endTime: '2026-10-13 20:00:00' })
    expect(moved.body.result).toMatchObject({ groupTime: '星期二晚上', version: 2 })
    expect((await stored(app, 'bh_experi_group')).find((row) => row.id === id)).toMatchObject({ group_time: '星期二晚上' })
    expect(await chosen({ groupTime: '*晚上' })).toEqual([id])
    expect((await list({ column: 'groupTime', order: 'desc' })).records[0]?.id).toBe(id)
    const noon = await edit({ startTime: '2026-10-13 12:00:00', endTime: '2026-10-13 20:00:00' })
    expect(noon.body.result).toMatchObject({ groupTime: '星期二' })
  })

  test('a kept value is computed for imported rows, also for those that a second sheet changes', async () => {
    const head = ['实验', '场次名称', '座位数', '设备数', '小组人数', '开始时间', '结束时间', '实验地址']
    const row = (day: string, hour: number) => [
      String(world.experiment['experiName']),
      '导入场',
      4,
      2,
      2,
      `2026-10-${day} ${hour}:00:00`,
      `2026-10-${day} ${hour + 1}:00:00`,
      String(world.address['experiAdress']),
    ]
    const imported = async (day: string, hour: number) => {
      const body = await sheet([head, row(day, hour)], { courseId: world.course.id })
      const answer = await app.call('POST', '/inspect/bhExperiGroup/importExcel', { as: admin, body })
      expect(answer.body).toMatchObject({ success: true })
      return (await stored(app, 'bh_experi_group')).find((one) => one['group_name'] === '导入场')
    }
    expect(await imported('14', 20)).toMatchObject({ group_time: '星期三晚上' })
    expect(await imported('15', 10)).toMatchObject({ group_time: '星期四上午' })
  })

  test('the number of a seat at the bench is kept, derived from its small group and its number', async () => {
    const within = { courseId: world.course.id, experiId: world.experiment.id, experiGroupId: ids[2] }
    const row = { ...within, stuId: world.student.id, facilityId: world.equipment.id, seatnum: 5, smallGroup: 2 }
    const [id] = await written(app, 'seat', [row])
    const seat = async () =>
      (await app.call<WorldRow>('GET', '/inspect/bhExperiSeat/queryById', { as: admin, query: { id: id ?? '' } })).body.result
    expect(await seat()).toMatchObject({ groupSeatNum: '2-05' })
    await app.call('PUT', '/inspect/bhExperiSeat/edit', { as: admin, body: { id, seatnum: 11, groupSeatNum: '9-99', smallGroup: 9 } })
    expect(await seat()).toMatchObject({ groupSeatNum: '6-11', smallGroup: 6 })
  })
})
