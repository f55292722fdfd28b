import { afterAll, beforeAll, expect, test } from 'vitest'
import { stored, type WorldRow } from '../../../../api/world.ts'
import { testApp, type Method, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aLaboratory, type Laboratory } from './laboratory.ts'

const items = '/inspect/bhInspection'
const seatBase = '/inspect/bhExperiSeat'
const sessionBase = '/inspect/bhExperiGroup'

onBothDatabases('initialising results', (database) => {
  let app: TestApp
  let lab: Laboratory
  let next = 0
  beforeAll(async () => {
    app = await testApp({ database })
    lab = await aLaboratory(app, { classes: [4], devices: 4 })
  })
  afterAll(() => app.close())

  const anExperiment = async () =>
    lab.done('/inspect/bhExperi/add', { courseId: lab.courseId, semester: lab.semester, experiName: `考察实验${++next}` })
  const anItem = (experiment: WorldRow) =>
    lab.done(`${items}/add`, { courseId: lab.courseId, experiId: experiment.id, inspectName: `考察项${++next}`, inspectType: '1' })
  /** A session of the experiment with seats and the given students in them. */
  async function seated(experiment: WorldRow, from: number, to: number) {
    const session = await lab.session({ experiId: experiment.id })
    const ids = lab.students.slice(from, to).map(({ id }) => id)
    if (ids.length) await lab.done(`${sessionBase}/groupAddStu`, { experiGroupId: session.id, ids: ids.join(',') })
    await lab.done(`${sessionBase}/initSeatFacility`, { id: session.id })
    return session
  }
  const results = async (experiment: WorldRow) =>
    (await stored(app, 'bh_inspection_result')).filter((row) => row.experi_id === experiment.id)

  test('every seated student gets each item once, however often the call is made', async () => {
    const experiment = await anExperiment()
    const [item] = [await anItem(experiment), await anItem(experiment)]
    const session = await seated(experiment, 0, 3)
    expect(await lab.get(`${items}/isInitInSpectionRes`, { experiId: experiment.id })).toBe(false)
    expect(await lab.done(`${items}/initInSpectionRes`, { id: item.id })).toBe(3)
    expect(await lab.get(`${items}/isInitInSpectionRes`, { experiId: experiment.id, id: item.id })).toBe(true)
    expect(await lab.get(`${items}/isInitInSpectionRes`, { experiId: experiment.id })).toBe(false)
    const calls = Array.from({ length: 10 }, () =>
      lab.call<number>('POST', `${items}/initInSpectionResAll`, { body: { experiId: experiment.id } }),
    )
    const made = (await Promise.all(calls)).map(({ body }) => body.result)
    expect(made.sort()).toEqual([...Array.from({ length: 9 }, () => 0), 3])
    const rows = await results(experiment)
    expect(rows).toHaveLength(6)
    const seat = (await lab.seats(session.id))[0]
    expect(rows.find((row) => row.stu_id === seat?.stuId)).toMatchObject({
      course_id: lab.courseId,
      experi_group_id: session.id,
      seat_id: seat?.id,
      facility_id: seat?.facilityId,
      submit_status: 0,
    })
    expect(await lab.get(`${items}/isInitInSpectionRes`, { experiId: experiment.id })).toBe(true)
    expect(await lab.get(`${sessionBase}/haveInspectionResult`, { experiGroupId: session.id })).toBe(true)
    expect(await lab.get(`${sessionBase}/haveInspectionResult`, { experiId: experiment.id })).toBe(true)
  })

  test('one session can be locked alone; an empty one stays open', async () => {
    const experiment = await anExperiment()
    await anItem(experiment)
    const [first, second] = [await seated(experiment, 0, 2), await seated(experiment, 2, 4)]
    const empty = await lab.session({ experiId: experiment.id })
    const areMade = (session: WorldRow) =>
      lab.get(`${items}/isInitInSpectionRes`, { experiId: String(experiment.id), experiGroupId: session.id })
    expect(await lab.done(`${items}/initInSpectionRes`, { experiGroupId: first.id })).toBe(2)
    expect([await areMade(first), await areMade(second)]).toEqual([true, false])
    const inspected = async (session: WorldRow) => (await lab.get(`${sessionBase}/queryById`, { id: session.id })).haveInspect
    expect([await inspected(first), await inspected(second)]).toEqual(['是', '否'])
    expect(await lab.done(`${items}/initInSpectionResAll`, { experiId: experiment.id })).toBe(2)
    expect([await inspected(second), await inspected(empty)]).toEqual(['是', '否'])
  })

  test('what is missing is reported, and nothing is locked then', async () => {
    const experiment = await anExperiment()
    expect(await lab.refusal(`${items}/initInSpectionResAll`, {})).toBe('请选择实验')
    expect(await lab.refusal(`${items}/initInSpectionRes`, { experiId: experiment.id })).toBe('请选择考察项')
    expect(await lab.refusal(`${items}/initInSpectionResAll`, { experiId: experiment.id })).toBe('该实验没有考察项，不能初始化考察结果！')
    const item = await anItem(experiment)
    const session = await seated(experiment, 0, 0)
    expect(await lab.refusal(`${items}/initInSpectionRes`, { id: item.id })).toBe('没有已就座的学生，不能初始化考察结果！')
    expect(await lab.get('/inspect/bhExperi/queryById', { id: experiment.id })).toMatchObject({ haveInspectionResult: 0 })
    expect(await lab.get(`${sessionBase}/queryById`, { id: session.id })).toMatchObject({ haveInspect: '否' })
    const other = await anExperiment()
    expect(await lab.refusal(`${items}/initInSpectionRes`, { id: item.id, experiId: other.id })).toBe('未找到对应实体')
  })

  test('once there are results, everything about them is locked', async () => {
    const experiment = await anExperiment()
    const item = await anItem(experiment)
    const session = await seated(experiment, 0, 2)
    await lab.done(`${items}/initInSpectionResAll`, { experiId: experiment.id })
    const [a, b] = await lab.seats(session.id)
    const locked = '该场次已有考察结果，座位不能修改！'
    const member = (await stored(app, 'bh_experi_group_stu')).find((row) => row.experi_group_id === session.id)
    const device = (await stored(app, 'bh_experi_group_facility')).find((row) => row.experi_group_id === session.id)
    const body = { experiGroupId: session.id }
    const later = { startTime: '2026-12-20 08:00:00', endTime: '2026-12-20 09:00:00' }
    const calls: readonly (readonly [Method, string, object, string])[] = [
      ['POST', `${seatBase}/updateTjh`, { experiSeatId: a?.id, tjh: 'K' }, locked],
      ['POST', `${seatBase}/seatStudent`, { experiSeatId: a?.id, studyNumber: lab.students[3]?.studyNumber }, locked],
      ['POST', `${seatBase}/experiSeatRemoveUser`, { experiSeatId: a?.id }, locked],
      ['POST', `${seatBase}/moveSeat`, { from: a?.id, to: b?.id }, locked],
      ['POST', `${seatBase}/markAbsent`, { experiSeatId: a?.id }, locked],
      ['PUT', `${seatBase}/edit`, { id: a?.id, tjh: 'K' }, locked],
      ['DELETE', `${seatBase}/delete`, { id: b?.id }, locked],
      ['POST', `${sessionBase}/groupAddStu`, { ...body, ids: lab.students[3]?.id }, locked],
      ['POST', `${sessionBase}/deleteGroupStu`, { ...body, ids: lab.students[0]?.id }, '该场次已有考察结果，不能修改！'],
      ['POST', `${sessionBase}/groupAddFacility`, { ...body, ids: lab.devices[3]?.id }, locked],
      ['POST', '/inspect/bhFacility/deleteGroupFacility', { ...body, ids: lab.devices[0]?.id }, '该场次已有考察结果，不能修改！'],
      ['POST', `${sessionBase}/initSeatFacility`, { id: session.id }, locked],
      ['DELETE', '/inspect/bhExperiGroupStu/delete', { id: member?.id }, '该场次已有考察结果，不能修改！'],
      ['DELETE', '/inspect/bhExperiGroupFacility/delete', { id: device?.id }, '该场次已有考察结果，不能修改！'],
      ['PUT', `${sessionBase}/edit`, { id: session.id, ...later }, '该场次已有考察结果，不能修改！'],
      ['DELETE', `${sessionBase}/delete`, { id: session.id }, '该场次已有考察结果，不能删除！'],
      ['PUT', '/inspect/bhExperi/edit', { id: experiment.id, experiName: '改名' }, '该实验已有考察结果，不能编辑！'],
      ['DELETE', '/inspect/bhExperi/delete', { id: experiment.id }, '该实验已有考察结果，不能删除！'],
      ['POST', '/inspect/bhExperi/initExperiSeatData', { id: experiment.id }, '该实验已有考察结果，不能初始化场次！'],
      ['PUT', `${items}/edit`, { id: item.id, inspectName: '改名' }, '该考察项已有考察结果，不能编辑！'],
      ['DELETE', `${items}/delete`, { id: item.id }, '该考察项已有考察结果，不能删除！'],
    ]
    for (const [method, path, given, sentence] of calls) {
      const isRead = method === 'DELETE'
      const answer = await lab.call(method, path, isRead ? { query: { ...given } } : { body: given })
      expect([path, answer.body.success, answer.body.message]).toEqual([path, false, sentence])
    }
    expect(await lab.seats(session.id)).toEqual((await lab.seats(session.id)).map((seat) => ({ ...seat, haveInspect: '是', tjh: null })))
  })

  test('sessions are copied from the latest experiment that has some, or made one per class, and never twice', async () => {
    const course = await lab.done('/inspect/bhCourse/add', { courseTitle: `抄写${database}`, semester: lab.semester, studentType: '1' })
    const within = { courseId: course.id, semester: lab.semester }
    const first = await lab.done('/inspect/bhExperi/add', { ...within, experiName: '一' })
    const init = (experiment: WorldRow) => lab.call<number>('POST', '/inspect/bhExperi/initExperiSeatData', { body: { id: experiment.id } })
    expect((await init(first)).body.message).toBe('该课程没有班级，不能初始化场次！')
    const rooms: WorldRow[] = []
    for (const className of ['甲班', '乙班'])
      rooms.push(await lab.done('/jw/bhClass/add', { courseId: course.id, className, classTime: '星期一上午', studentType: '1' }))
    for (const { id } of lab.students.slice(0, 2)) await lab.done('/jw/bhClassStu/add', { classId: rooms[0]?.id, stuId: id })
    const answers = await Promise.all(Array.from({ length: 20 }, () => init(first)))
    expect(answers.filter(({ body }) => body.success).map(({ body }) => [body.result, body.message])).toEqual([[2, '初始化成功！']])
    expect(answers.find(({ body }) => !body.success)?.body.message).toBe('该实验的场次已初始化，不能重复操作！')
    const groups = async (experiment: WorldRow) =>
      (await stored(app, 'bh_experi_group'))
        .filter((row) => row.experi_id === experiment.id)
        .map((row) => [row.group_name, row.seat_num, row.facility_num, row.facility_stu_num, row.start_time])
        .sort()
    expect(await groups(first)).toEqual([
      ['乙班', 1, 1, 1, null],
      ['甲班', 2, 2, 1, null],
    ])
    const second = await lab.done('/inspect/bhExperi/add', { ...within, experiName: '二' })
    const times = { startTime: '2026-11-30 08:00:00', endTime: '2026-11-30 10:00:00' }
    const address = await lab.done('/inspect/bhExperiAdress/add', { courseId: course.id, experiAdress: '一室' })
    await lab.session({
      courseId: course.id,
      experiId: second.id,
      groupName: '自定',
      classIds: rooms[0]?.id,
      seatNum: 7,
      facilityNum: 4,
      experiAdressId: address.id,
      ...times,
    })
    const third = await lab.done('/inspect/bhExperi/add', { ...within, experiName: '三' })
    expect((await init(third)).body.result).toBe(1)
    expect(await groups(third)).toEqual([['自定', 7, 4, 2, null]])
    const made = (await stored(app, 'bh_experi_group')).find((row) => row.experi_id === third.id)
    expect((await lab.get(`${sessionBase}/queryById`, { id: made?.id ?? '' })).classIds).toBe(rooms[0]?.id)
  })
})
