import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stored } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { hasPostgres, onBothDatabases } from '../../../../support/databases.ts'
import { freshDatabase } from '../../../../support/postgres.ts'
import { aLaboratory, type Laboratory } from './laboratory.ts'

const init = '/inspect/bhExperiGroup/initSeatFacility'
const addStudents = '/inspect/bhExperiGroup/groupAddStu'
const addDevices = '/inspect/bhExperiGroup/groupAddFacility'

onBothDatabases('initialising the seats of a session', (database) => {
  let app: TestApp
  let lab: Laboratory
  beforeAll(async () => {
    app = await testApp({ database })
    lab = await aLaboratory(app, { classes: [3, 3], devices: 6 })
  })
  afterAll(() => app.close())
  const ids = (from: number, to: number) =>
    lab.students
      .slice(from, to)
      .map(({ id }) => id)
      .join(',')

  test('seats are numbered, grouped, equipped and filled by class and number, once only', async () => {
    const session = await lab.session({ seatNum: 5, facilityNum: 3 })
    await lab.done(addStudents, { experiGroupId: session.id, ids: [3, 0, 4, 1].map((index) => lab.students[index]?.id).join(',') })
    await lab.done(addDevices, { experiGroupId: session.id, ids: lab.devices[4]?.id })
    expect(await lab.done(init, { id: session.id })).toEqual({ seats: 5, devices: 3, students: 4 })
    const seats = await lab.seats(session.id)
    expect(seats.map((seat) => [seat.seatnum, seat.groupSeatNum, seat.smallGroup, seat.facilityNum, seat.stuId])).toEqual([
      [1, '1-01', 1, 'D005', lab.students[0]?.id],
      [2, '1-02', 1, 'D005', lab.students[1]?.id],
      [3, '2-03', 2, 'D001', lab.students[3]?.id],
      [4, '2-04', 2, 'D001', lab.students[4]?.id],
      [5, '3-05', 3, 'D002', null],
    ])
    expect(seats[0]).toMatchObject({
      studyNumber: lab.students[0]?.studyNumber,
      className: lab.classes[0]?.className,
      haveInspect: '否',
      absent: 0,
    })
    expect(await lab.refusal(init, { id: session.id })).toBe('座位已初始化，不能重复操作！')
    expect((await stored(app, 'bh_experi_seat')).filter((row) => row.experi_group_id === session.id)).toHaveLength(5)
    const row = await lab.get('/inspect/bhExperiGroup/queryById', { id: session.id })
    expect(row).toMatchObject({ haveSeat: '是', facilityCount: 3, peopleNum: 4 })
    expect(await lab.get('/inspect/bhExperiSeat/queryExperiSmallGroupAll', { experiGroupId: session.id })).toEqual([
      { smallGroup: 1 },
      { smallGroup: 2 },
      { smallGroup: 3 },
    ])
    await lab.call('DELETE', '/inspect/bhExperiGroup/delete', { query: { id: session.id } })
    expect((await stored(app, 'bh_experi_seat')).filter((one) => one.experi_group_id === session.id)).toEqual([])
    expect((await stored(app, 'bh_experi_group_facility')).filter((one) => one.experi_group_id === session.id)).toEqual([])
  })

  test('classes are seated by the numbers in their names: 2班 before 10班', async () => {
    const rooms: string[] = []
    const [late = '', early = ''] = lab.students.slice(0, 2).map(({ id }) => id)
    for (const [className, student] of [
      ['10班', late],
      ['2班', early],
    ] as const) {
      const body = { courseId: lab.courseId, className, classTime: '星期一上午', studentType: '1' }
      const room = await lab.done('/jw/bhClass/add', body)
      await lab.done('/jw/bhClassStu/add', { classId: room.id, stuId: student })
      rooms.push(room.id)
    }
    const experiment = await lab.done('/inspect/bhExperi/add', { courseId: lab.courseId, semester: lab.semester, experiName: '按班入座' })
    const numbers = { groupNum: 1, groupStuNum: 2, facilityStuNum: 2 }
    const asked = { courseId: lab.courseId, experiId: experiment.id, classIds: rooms.join(',') }
    const times = { startTime: '2026-12-20 08:00:00', endTime: '2026-12-20 10:00:00' }
    const sessions = [{ groupName: '第1场', students: [late, early], ...times }]
    await lab.done('/inspect/bhExperiGroup/commitGroup', { ...asked, ...numbers, sessions })
    const [session] = await lab.get<{ id: string }[]>('/inspect/bhExperiGroup/queryExperiGroupAll', { experiId: experiment.id })
    await lab.done(init, { id: session?.id })
    expect((await lab.seats(session?.id ?? '')).map(({ stuId }) => stuId)).toEqual([early, late])
    for (const id of rooms) await lab.call('DELETE', '/jw/bhClass/delete', { query: { id } })
  })

  test('twenty calls at once have one effect', async () => {
    const session = await lab.session()
    const answers = await Promise.all(Array.from({ length: 20 }, () => lab.call('POST', init, { body: { id: session.id } })))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    for (const { body } of answers) if (!body.success) expect(body.message).toBe('座位已初始化，不能重复操作！')
    expect(await lab.seats(session.id)).toHaveLength(4)
    const devices = (await stored(app, 'bh_experi_group_facility')).filter((row) => row.experi_group_id === session.id)
    expect(devices).toHaveLength(2)
  })

  test('without a start time there are no seats and no devices', async () => {
    const course = await lab.done('/inspect/bhCourse/add', { courseTitle: `没有时间${database}`, semester: lab.semester, studentType: '1' })
    const classBody = { courseId: course.id, className: '一班', classTime: '星期一上午', studentType: '1' }
    await lab.done('/jw/bhClass/add', classBody)
    const body = { courseId: course.id, semester: lab.semester, experiName: '没有时间的实验' }
    const experiment = await lab.done('/inspect/bhExperi/add', body)
    await lab.done('/inspect/bhExperi/initExperiSeatData', { id: experiment.id })
    const [made] = (await stored(app, 'bh_experi_group')).filter((row) => row.experi_id === experiment.id)
    expect(await lab.refusal(init, { id: made?.id })).toBe('请先设置分组开始时间')
    expect(await lab.refusal(addDevices, { experiGroupId: made?.id, ids: lab.devices[0]?.id })).toBe('请先设置分组开始时间')
    expect((await lab.get('/inspect/bhExperiGroup/queryById', { id: made?.id ?? '' })).haveSeat).toBe('否')
  })

  test('too few free devices are refused with the missing number, and nothing is left behind; the exact number is enough', async () => {
    // Devices of another course do not count.
    await aLaboratory(app, { classes: [], devices: 2 })
    const time = { startTime: '2026-12-01 08:00:00', endTime: '2026-12-01 10:00:00' }
    const first = await lab.session({ ...time, seatNum: 6, facilityNum: 3 })
    expect(await lab.done(init, { id: first.id })).toMatchObject({ devices: 3 })
    const second = await lab.session({ ...time, seatNum: 8, facilityNum: 4, experiAdressId: lab.addresses[1]?.id })
    expect(await lab.refusal(init, { id: second.id })).toBe('可用设备不足，还缺 1 台！')
    expect(await lab.seats(second.id)).toEqual([])
    expect(await lab.get('/inspect/bhExperiGroup/queryById', { id: second.id })).toMatchObject({ haveSeat: '否', facilityCount: 0 })
    const third = await lab.session({ ...time, seatNum: 6, facilityNum: 3, experiAdressId: lab.addresses[2]?.id })
    expect(await lab.done(init, { id: third.id })).toMatchObject({ devices: 3 })
    const after = await lab.session({ startTime: time.endTime, endTime: '2026-12-01 12:00:00', seatNum: 6, facilityNum: 3 })
    expect(await lab.done(init, { id: after.id })).toMatchObject({ devices: 3 })
    const before = await lab.session({ startTime: '2026-12-01 06:00:00', endTime: time.startTime, seatNum: 6, facilityNum: 3 })
    expect(await lab.done(init, { id: before.id })).toMatchObject({ devices: 3 })
  })

  test('the chooser offers the devices that are free at the time of the session', async () => {
    const time = { startTime: '2026-12-02 08:00:00', endTime: '2026-12-02 10:00:00' }
    const first = await lab.session({ ...time })
    await lab.done(addDevices, { experiGroupId: first.id, ids: `${lab.devices[0]?.id},${lab.devices[1]?.id}` })
    const later = await lab.session({
      startTime: '2026-12-02 09:59:59',
      endTime: '2026-12-02 11:00:00',
      experiAdressId: lab.addresses[1]?.id,
    })
    const offered = async (query: Record<string, string>) =>
      (await lab.get<{ records: { facilityNum: string }[] }>('/inspect/bhFacility/chooseList', query)).records.map((row) => row.facilityNum)
    expect(await offered({ experiGroupId: later.id })).toEqual(['D003', 'D004', 'D005', 'D006'])
    expect(await offered({ experiGroupId: first.id })).toEqual(['D003', 'D004', 'D005', 'D006'])
    expect(await offered({ experiGroupId: first.id, type: 'noChoose' })).toEqual(['D001', 'D002'])
    expect(await offered({ courseId: lab.courseId, startTime: '2026-12-02 10:00:00' })).toHaveLength(6)
    expect(await offered({ courseId: lab.courseId, startTime: '2026-12-02 09:00:00' })).toHaveLength(4)
    expect(await offered({ experiGroupId: later.id, facilityNum: '4' })).toEqual(['D004'])
    expect(await lab.refusal(addDevices, { experiGroupId: later.id, ids: lab.devices[0]?.id })).toContain('该设备在此时间已被其他场次使用')
  })

  test('a session gets no more devices than groups, and a device at a seat stays', async () => {
    const session = await lab.session({ startTime: '2026-12-03 08:00:00', endTime: '2026-12-03 10:00:00' })
    const [a, b, c] = lab.devices.map(({ id }) => id)
    expect(await lab.refusal(addDevices, { experiGroupId: session.id, ids: [a, b, c].join(',') })).toBe('所选设备数量超过场次设备数！')
    await lab.done(addDevices, { experiGroupId: session.id, ids: [a, b].join(',') })
    await lab.done(addDevices, { experiGroupId: session.id, ids: [a, b].join(',') })
    expect(await lab.refusal(addDevices, { experiGroupId: session.id, ids: c })).toBe('所选设备数量超过场次设备数！')
    const remove = (ids?: string) =>
      lab.call('DELETE', '/inspect/bhFacility/deleteGroupFacility', { query: { experiGroupId: session.id, ids: ids ?? '' } })
    expect((await remove(b)).body.success).toBe(true)
    await lab.done(init, { id: session.id })
    expect((await remove(a)).body.message).toBe('设备正被座位 1-01、1-02 使用，不能移除！')
  })

  test('when a session moves, its people and devices move along, or nothing does', async () => {
    const at = (hour: string, end: string) => ({ startTime: `2026-12-04 ${hour}:00:00`, endTime: `2026-12-04 ${end}:00:00` })
    const other = await lab.done('/inspect/bhExperi/add', { courseId: lab.courseId, semester: lab.semester, experiName: '另一个实验' })
    const first = await lab.session({ ...at('08', '10') })
    const second = await lab.session({ ...at('14', '16'), experiId: other.id })
    await lab.done(addStudents, { experiGroupId: first.id, ids: ids(0, 1) })
    await lab.done(addStudents, { experiGroupId: second.id, ids: ids(0, 2) })
    await lab.done(addDevices, { experiGroupId: first.id, ids: lab.devices[0]?.id })
    await lab.done(addDevices, { experiGroupId: second.id, ids: lab.devices[1]?.id })
    const edit = (values: object) => lab.call('PUT', '/inspect/bhExperiGroup/edit', { body: { id: second.id, ...values } })
    expect((await edit(at('10', '12'))).body.success).toBe(true)
    const held = async (table: string) =>
      (await stored(app, table)).filter((row) => row.experi_group_id === second.id).map((row) => [row.start_time, row.end_time])
    expect(await held('bh_experi_group_stu')).toEqual([
      ['2026-12-04 10:00:00', '2026-12-04 12:00:00'],
      ['2026-12-04 10:00:00', '2026-12-04 12:00:00'],
    ])
    expect(await held('bh_experi_group_facility')).toEqual([['2026-12-04 10:00:00', '2026-12-04 12:00:00']])
    const refused = await edit({ startTime: '2026-12-04 09:59:59', experiAdressId: lab.addresses[1]?.id })
    const who = lab.students[0]
    expect(refused.body.details).toEqual({
      startTime: `学生${who?.realname}（${who?.studyNumber}）在此时间已有其他场次：${first.groupName}`,
    })
    expect(await held('bh_experi_group_stu')).toEqual([
      ['2026-12-04 10:00:00', '2026-12-04 12:00:00'],
      ['2026-12-04 10:00:00', '2026-12-04 12:00:00'],
    ])
    expect((await lab.get('/inspect/bhExperiGroup/queryById', { id: second.id })).startTime).toBe('2026-12-04 10:00:00')
  })
})

describe.skipIf(!hasPostgres())('initialising seats, with two servers on one PostgreSQL', () => {
  test('twenty calls at once, on both, have one effect', async () => {
    const database = await freshDatabase()
    const node = () => testApp({ database: 'sqlite', env: { DATABASE_URL: database.url } })
    const one = await node()
    const other = await node()
    const lab = await aLaboratory(one, { classes: [3], devices: 3 })
    const as = lab.teacher.token
    const session = await lab.session()
    await lab.done(addStudents, { experiGroupId: session.id, ids: lab.students.map(({ id }) => id).join(',') })
    const calls = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).call('POST', init, { as, body: { id: session.id } }))
    const answers = await Promise.all(calls)
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(new Set(answers.filter(({ body }) => !body.success).map(({ body }) => body.message))).toEqual(
      new Set(['座位已初始化，不能重复操作！']),
    )
    const seats = await stored(other, 'bh_experi_seat')
    expect(seats.map((row) => row.seatnum).sort()).toEqual([1, 2, 3, 4])
    expect(seats.flatMap((row) => row.stu_id ?? []).sort()).toEqual(lab.students.map(({ id }) => id).sort())
    expect(await stored(other, 'bh_experi_group_facility')).toHaveLength(2)
    await Promise.all([one.close(), other.close()])
    await database.drop()
  })

  test('two sessions at the same time, initialised twenty times at once on both, never share a device', async () => {
    const database = await freshDatabase()
    const node = () => testApp({ database: 'sqlite', env: { DATABASE_URL: database.url } })
    const one = await node()
    const other = await node()
    const lab = await aLaboratory(one, { classes: [1], devices: 3 })
    const as = lab.teacher.token
    const time = { startTime: '2026-12-01 08:00:00', endTime: '2026-12-01 10:00:00' }
    const first = await lab.session(time)
    const second = await lab.session({ ...time, experiAdressId: lab.addresses[1]?.id })
    const asked = (index: number) => ({ as, body: { id: (index % 4 < 2 ? first : second).id } })
    const calls = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).call('POST', init, asked(index)))
    const answers = await Promise.all(calls)
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(answers.map(({ body }) => body.message)).toContain('可用设备不足，还缺 1 台！')
    const held = await stored(other, 'bh_experi_group_facility')
    expect(new Set(held.map((row) => row.facility_id)).size).toBe(2)
    expect(held).toHaveLength(2)
    expect(await stored(other, 'bh_experi_seat')).toHaveLength(4)
    await Promise.all([one.close(), other.close()])
    await database.drop()
  })
})
