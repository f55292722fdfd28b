import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import type { WorldRow } from '../../../../api/world.ts'
import { aLaboratory, type Laboratory } from './laboratory.ts'

const seatBase = '/inspect/bhExperiSeat'
const addStudents = '/inspect/bhExperiGroup/groupAddStu'

onBothDatabases('students on seats', (database) => {
  let app: TestApp
  let lab: Laboratory
  let session: WorldRow
  let next = 1
  beforeAll(async () => {
    app = await testApp({ database })
    lab = await aLaboratory(app, { classes: [6], devices: 4 })
  })
  afterAll(() => app.close())

  const who = (index: number) => lab.students[index]?.id ?? ''
  const numberOf = (index: number) => String(lab.students[index]?.studyNumber)
  /** A session of a separate experiment, with the first students seated. */
  async function seated(count: number, values: object = {}) {
    const n = ++next
    const experiment = await lab.done('/inspect/bhExperi/add', { courseId: lab.courseId, semester: lab.semester, experiName: `实验${n}` })
    session = await lab.session({ experiId: experiment.id, ...values })
    const ids = lab.students.slice(0, count).map(({ id }) => id)
    await lab.done(addStudents, { experiGroupId: session.id, ids: ids.join(',') })
    await lab.done('/inspect/bhExperiGroup/initSeatFacility', { id: session.id })
    return lab.seats(session.id)
  }
  const sitting = async () => (await lab.seats(session.id)).map(({ stuId }) => lab.students.findIndex(({ id }) => id === stuId))

  test('a student moves to an empty seat, swaps on a taken one, and stays absent', async () => {
    const [a, b, , d] = (await seated(3)).map(({ id }) => id)
    await lab.done(`${seatBase}/markAbsent`, { experiSeatId: a, absent: 1 })
    await lab.done(`${seatBase}/moveSeat`, { from: a, to: d })
    expect(await sitting()).toEqual([-1, 1, 2, 0])
    await lab.done(`${seatBase}/moveSeat`, { from: d, to: b })
    expect(await sitting()).toEqual([-1, 0, 2, 1])
    expect((await lab.seats(session.id)).map(({ absent }) => absent)).toEqual([0, 1, 0, 0])
    expect(await lab.refusal(`${seatBase}/moveSeat`, { from: a, to: b })).toBe('原座位没有学生！')
    expect(await lab.refusal(`${seatBase}/markAbsent`, { experiSeatId: a })).toBe('该座位没有学生！')
    const other = await seated(1)
    expect(await lab.refusal(`${seatBase}/moveSeat`, { from: b, to: other[1]?.id })).toBe('只能在同一场次内调整座位！')
    const unlike = { experiGroupId: session.id, experiSeatId: a, studyNumber: numberOf(4) }
    expect(await lab.refusal(`${seatBase}/seatStudent`, unlike)).toBe('未找到对应实体')
  })

  test('swaps at once keep every student on exactly one seat', async () => {
    const seats = (await seated(4)).map(({ id }) => id)
    const moves = Array.from({ length: 12 }, (_, index) => ({ from: seats[index % 4], to: seats[(index * 3 + 1) % 4] }))
    const answers = await Promise.all(moves.map((body) => lab.call('POST', `${seatBase}/moveSeat`, { body })))
    expect(answers.every(({ body }) => body.success)).toBe(true)
    expect((await sitting()).sort()).toEqual([0, 1, 2, 3])
  })

  test('a number typed at a seat seats its student: a member moves, a latecomer joins', async () => {
    const seats = (await seated(2, { seatNum: 3 })).map(({ id }) => id)
    const sit = (experiSeatId: string | undefined, studyNumber: string) =>
      lab.done(`${seatBase}/seatStudent`, { experiSeatId, studyNumber })
    expect(await sit(seats[2], numberOf(0))).toEqual({ studyNumber: numberOf(0), realname: lab.students[0]?.realname, stuId: who(0) })
    expect(await sitting()).toEqual([-1, 1, 0])
    await sit(seats[0], numberOf(4))
    expect(await sitting()).toEqual([4, 1, 0])
    expect(await lab.members(session.id)).toEqual([who(0), who(1), who(4)].sort())
    expect(await lab.refusal(`${seatBase}/seatStudent`, { experiSeatId: seats[0], studyNumber: numberOf(5) })).toBe('场次人数已满！')
    expect(await lab.refusal(`${seatBase}/seatStudent`, { experiSeatId: seats[0], studyNumber: '没有' })).toBe(
      '该学号的学生不在本课程的班级中！',
    )
    expect(await lab.refusal(`${seatBase}/seatStudent`, { experiSeatId: seats[0] })).toBe('请输入学号!')
    await sit(seats[1], numberOf(4))
    expect(await sitting()).toEqual([1, 4, 0])
  })

  test('asking who has a number moves nobody and makes nobody a member', async () => {
    const [seat] = await seated(2)
    const before = [await sitting(), await lab.members(session.id)]
    const asked = { experiGroupId: String(session.id), experiSeatId: String(seat?.id), courseId: lab.courseId }
    const found = { studyNumber: numberOf(4), realname: lab.students[4]?.realname, stuId: who(4) }
    expect(await lab.get(`${seatBase}/getStuInfo`, { ...asked, studyNumber: numberOf(4) })).toEqual(found)
    expect(await lab.done(`${seatBase}/getStuInfo`, { ...asked, studyNumber: numberOf(1) })).toMatchObject({ stuId: who(1) })
    expect(await lab.refusal(`${seatBase}/getStuInfo`, { ...asked, studyNumber: '没有' })).toBe('该学号的学生不在本课程的班级中！')
    expect([await sitting(), await lab.members(session.id)]).toEqual(before)
  })

  test('a student in another session of the experiment is refused, and the session is named', async () => {
    await seated(2)
    const first = session
    const second = await lab.session({ experiId: first.experiId })
    await lab.done('/inspect/bhExperiGroup/initSeatFacility', { id: second.id })
    const [seat] = await lab.seats(second.id)
    expect(await lab.refusal(`${seatBase}/seatStudent`, { experiSeatId: seat?.id, studyNumber: numberOf(0) })).toBe(
      `${lab.students[0]?.realname}已在本实验的${first.groupName}中！`,
    )
    expect(await lab.refusal(addStudents, { experiGroupId: second.id, ids: who(0) })).toBe('该学生已在本实验的其他场次中!')
  })

  test('a latecomer gets the first free seat, or the named one, until the session is full', async () => {
    const seats = await seated(2)
    expect(await lab.done(addStudents, { experiGroupId: session.id, ids: who(2), experiSeatId: seats[3]?.id })).toMatchObject({
      id: who(2),
      studyNumber: numberOf(2),
      realname: lab.students[2]?.realname,
    })
    await lab.done(addStudents, { experiGroupId: session.id, ids: who(3) })
    await lab.done(addStudents, { experiGroupId: session.id, ids: who(3) })
    expect(await sitting()).toEqual([0, 1, 3, 2])
    expect(await lab.refusal(addStudents, { experiGroupId: session.id, ids: who(4) })).toBe('场次人数已满！')
    const chooser = async (query: Record<string, string>) =>
      (await lab.get<{ records: WorldRow[] }>(`${seatBase}/queryExperiSeatStu`, { experiGroupId: session.id, ...query })).records.map(
        ({ id }) => id,
      )
    expect(await chooser({})).toEqual([who(4), who(5)])
    expect(await chooser({ type: 'choose', studyNumber: numberOf(5) })).toEqual([who(5)])
    expect(await chooser({ classId: lab.classes[0]?.id ?? '', realname: '没有' })).toEqual([])
    expect(await chooser({ type: 'noChoose' })).toEqual([0, 1, 2, 3].map(who))
    const removal = () => lab.call('DELETE', '/inspect/bhExperiGroup/deleteGroupStu', { query: { experiGroupId: session.id, ids: who(1) } })
    expect((await removal()).body.success).toBe(true)
    expect(await sitting()).toEqual([0, -1, 3, 2])
    expect((await removal()).body.message).toBe('未找到对应实体')
    await lab.done(addStudents, { experiGroupId: session.id, ids: who(4) })
    expect(await sitting()).toEqual([0, 4, 3, 2])
  })

  test('five calls at once never add one student too many', async () => {
    await seated(3)
    const answers = await Promise.all(
      [3, 4, 5].map((index) => lab.call('POST', addStudents, { body: { experiGroupId: session.id, ids: who(index) } })),
    )
    expect(answers.map(({ body }) => body.message).sort()).toEqual(['场次人数已满！', '场次人数已满！', '添加成功！'].sort())
    expect(await lab.members(session.id)).toHaveLength(4)
  })

  test('nobody from outside the course can join', async () => {
    await seated(1)
    const stranger = { username: `x${next}`, password: 'Abc123!@', confirmpassword: 'Abc123!@', realname: '外人', studyNumber: `x${next}` }
    const { result } = (await lab.call('POST', '/jw/user/add', { as: lab.admin, body: stranger })).body
    expect(await lab.refusal(addStudents, { experiGroupId: session.id, ids: result.id })).toBe('该学生不在本课程的班级中！')
    expect(await lab.refusal(addStudents, { experiGroupId: session.id, ids: '' })).toBe('请选择一条记录！')
    const other = await aLaboratory(app, { classes: [1], devices: 0 })
    const typed = (studyNumber: unknown) => lab.refusal(`${seatBase}/seatStudent`, { experiGroupId: session.id, studyNumber })
    expect(await typed(other.students[0]?.studyNumber)).toBe('该学号的学生不在本课程的班级中！')
    const bin = (flag: 0 | 1) =>
      app.app.engine.db.write((tx) => tx.updateTable('sys_user').set({ del_flag: flag }).where('id', '=', who(5)).execute())
    await bin(1)
    expect(await typed(numberOf(5))).toBe('该学号的学生不在本课程的班级中！')
    await bin(0)
  })

  test('kit numbers are stored, and the student of an emptied seat stays in the session', async () => {
    const [seat] = await seated(2)
    expect(await lab.done(`${seatBase}/updateTjh`, { experiSeatId: seat?.id, tjh: 'K-7' })).toBe('K-7')
    expect(await lab.refusal(`${seatBase}/updateTjh`, { experiSeatId: seat?.id, tjh: '' })).toBe('请输入套件号!')
    await lab.done(`${seatBase}/experiSeatRemoveUser`, { experiSeatId: seat?.id })
    expect((await lab.seats(session.id))[0]).toMatchObject({ tjh: 'K-7', stuId: null })
    expect(await lab.members(session.id)).toHaveLength(2)
  })

  test('the seat screen gets a booking for each student that it seats, up to the places of the session', async () => {
    const n = ++next
    const experiment = await lab.done('/inspect/bhExperi/add', { courseId: lab.courseId, semester: lab.semester, experiName: `实验${n}` })
    session = await lab.session({ experiId: experiment.id, seatNum: 3 })
    const seat = (seatnum: number) => ({
      courseId: lab.courseId,
      experiId: experiment.id,
      experiGroupId: session.id,
      stuId: who(seatnum),
      facilityId: lab.devices[0]?.id,
      seatnum,
    })
    await lab.done(addStudents, { experiGroupId: session.id, ids: `${who(1)},${who(3)}` })
    expect(await lab.done(`${seatBase}/add`, seat(2))).toMatchObject({ smallGroup: 1, groupSeatNum: '1-02' })
    expect(await lab.refusal(`${seatBase}/add`, seat(4))).toBe('座次号不能大于座位数3!')
    expect(await lab.members(session.id)).toEqual([who(1), who(2), who(3)].sort())
    expect(await lab.get('/inspect/bhExperiGroup/queryById', { id: session.id })).toMatchObject({ facilityCount: 1 })
    await lab.done('/inspect/bhExperiGroup/initSeatFacility', { id: session.id })
    expect(await sitting()).toEqual([1, 2, 3])
  })

  test('a seat with a device requires the session’s time, and never takes more devices than the session asked for', async () => {
    const n = ++next
    const experiment = await lab.done('/inspect/bhExperi/add', { courseId: lab.courseId, semester: lab.semester, experiName: `实验${n}` })
    session = await lab.session({ experiId: experiment.id })
    const place = { courseId: lab.courseId, experiId: experiment.id, experiGroupId: session.id }
    const seat = (index: number) => ({ ...place, stuId: who(index), facilityId: lab.devices[index]?.id, seatnum: index + 1 })
    await lab.done(`${seatBase}/add`, seat(0))
    await lab.done(`${seatBase}/add`, seat(1))
    expect(await lab.refusal(`${seatBase}/add`, seat(2))).toBe('所选设备数量超过场次设备数！')
    expect(await lab.get('/inspect/bhExperiGroup/queryById', { id: session.id })).toMatchObject({ facilityCount: 2, peopleNum: 2 })
    const empty = await lab.done('/inspect/bhExperi/add', { courseId: lab.courseId, semester: lab.semester, experiName: `无时间${n}` })
    await lab.done('/inspect/bhExperi/initExperiSeatData', { id: empty.id })
    const [made] = await lab.get<WorldRow[]>('/inspect/bhExperiGroup/queryExperiGroupAll', { experiId: empty.id })
    const timeless = { ...seat(0), experiId: empty.id, experiGroupId: made?.id }
    expect(await lab.refusal(`${seatBase}/add`, timeless)).toBe('请先设置分组开始时间')
  })

  test('changing the device of a seat changes it for the whole small group, and the old one is free again', async () => {
    const seats = await seated(3)
    const edit = (body: object) => lab.call('PUT', `${seatBase}/edit`, { body })
    expect((await edit({ id: seats[0]?.id, facilityId: lab.devices[3]?.id })).body.success).toBe(true)
    expect((await lab.seats(session.id)).map((seat) => [seat.facilityNum, seat.stuId])).toEqual([
      ['D004', who(0)],
      ['D004', who(1)],
      ['D002', who(2)],
      ['D002', null],
    ])
    const devices = async (query: object) =>
      (await lab.get<{ records: WorldRow[] }>('/inspect/bhFacility/chooseList', { experiGroupId: session.id, ...query })).records.map(
        (row) => row.facilityNum,
      )
    expect(await devices({ type: 'noChoose' })).toEqual(['D002', 'D004'])
    expect(await devices({})).toEqual(['D001', 'D003'])
    await edit({ id: seats[0]?.id, facilityId: lab.devices[1]?.id })
    expect(await devices({ type: 'noChoose' })).toEqual(['D002'])
  })

  test('an outdated seat map moves no student', async () => {
    await seated(2)
    const [a, b, c] = (await lab.seats(session.id)).map(({ id }) => id)
    await lab.done(`${seatBase}/moveSeat`, { from: a, to: b, stuId: who(0) })
    const stale = await lab.refusal(`${seatBase}/moveSeat`, { from: a, to: c, stuId: who(0) })
    expect(stale).toBe('座位已被调整，请查看最新的座位后再试！')
    expect((await lab.seats(session.id)).map(({ stuId }) => stuId).slice(0, 2)).toEqual([who(1), who(0)])
  })

  test('a student in a session must leave it before leaving its class', async () => {
    await seated(2)
    const query = { classId: lab.classes[0]?.id ?? '', stuId: who(0) }
    const [row] = (await lab.get<{ records: WorldRow[] }>('/jw/bhClassStu/list', query)).records
    const leave = () => app.call('DELETE', '/jw/bhClassStu/delete', { as: lab.teacher.token, query: { id: row?.id ?? '' } })
    expect((await leave()).body.message).toMatch(/^该学生已分入.+，请先将其移出场次！$/)
  })
})
