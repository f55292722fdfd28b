import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionPreview } from '../../../../../src/plugins/seats/wire.ts'
import type { WorldRow } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aLaboratory, type Laboratory } from './laboratory.ts'

const base = '/inspect/bhExperiGroup'

onBothDatabases('initialising the seats of many sessions', (database) => {
  let app: TestApp
  let lab: Laboratory
  let next = 0
  beforeAll(async () => {
    app = await testApp({ database })
    lab = await aLaboratory(app, { classes: [6], devices: 4 })
  })
  afterAll(() => app.close())

  /** Sessions of a separate experiment, with two students each, at the same time or one after the other. */
  async function sessionsOf(count: number, values: (index: number) => object = () => ({})) {
    const n = ++next
    const experiment = await lab.done('/inspect/bhExperi/add', { courseId: lab.courseId, semester: lab.semester, experiName: `批量${n}` })
    const made: WorldRow[] = []
    for (let index = 0; index < count; index++) {
      const groupName = `第${count - index}场`
      const times = { startTime: `2027-0${n}-${10 + index} 08:00:00`, endTime: `2027-0${n}-${10 + index} 10:00:00` }
      const session = await lab.session({
        experiId: experiment.id,
        groupName,
        ...times,
        experiAdressId: lab.addresses[index % 3]?.id,
        ...values(index),
      })
      const ids = lab.students.slice(index * 2, index * 2 + 2).map(({ id }) => id)
      await lab.done(`${base}/groupAddStu`, { experiGroupId: session.id, ids: ids.join(',') })
      made.push(session)
    }
    return { experiId: String(experiment.id), made, ids: made.map(({ id }) => id).join(',') }
  }
  const preview = (asked: object) => lab.done<SessionPreview[]>(`${base}/planSeats`, asked)

  test('what the preview shows for all sessions of an experiment is what is then made, in one step', async () => {
    const { experiId, made } = await sessionsOf(3)
    const planned = await preview({ experiId })
    expect(planned.map(({ groupName }) => groupName)).toEqual(['第1场', '第2场', '第3场'])
    expect(await Promise.all(made.map(({ id }) => lab.seats(id)))).toEqual([[], [], []])
    const answer = await lab.call<WorldRow[]>('POST', `${base}/initSeatsAll`, { body: { experiId } })
    expect(answer.body.message).toBe('初始化成功！3 场，座位 12 个，设备 6 台，学生 6 人')
    for (const { id, places } of planned) {
      const seats = await lab.seats(id)
      expect(seats.map((seat) => [seat.groupSeatNum, seat.facilityNum, seat.studyNumber ?? ''])).toEqual(
        places.map((place) => [place.groupSeatNum, place.facilityNum, place.studyNumber]),
      )
    }
    expect(await lab.refusal(`${base}/planSeats`, { experiId })).toBe('该实验没有需要初始化座位的场次！')
  })

  test('simultaneous sessions share no device, and each problem is reported for its own session', async () => {
    const atOnce = () => ({ startTime: '2027-05-20 08:00:00', endTime: '2027-05-20 10:00:00' })
    const { ids, made } = await sessionsOf(3, atOnce)
    const planned = await preview({ ids })
    expect(planned.map(({ problem }) => problem)).toEqual([undefined, undefined, '可用设备不足，还缺 2 台！'])
    expect(new Set(planned.flatMap(({ devices }) => devices)).size).toBe(4)
    expect(await lab.refusal(`${base}/initSeatsAll`, { ids })).toBe('第3场：可用设备不足，还缺 2 台！')
    expect((await Promise.all(made.map(({ id }) => lab.seats(id)))).flat()).toEqual([])
    const outcomes = await lab.done<WorldRow[]>(`${base}/initSeatsAll`, { ids, partly: 1 })
    expect(outcomes.map(({ success, message }) => [success, message])).toEqual([
      [true, '初始化成功！'],
      [true, '初始化成功！'],
      [false, '可用设备不足，还缺 2 台！'],
    ])
    expect((await Promise.all(made.map(({ id }) => lab.seats(id)))).map((seats) => seats.length)).toEqual([0, 4, 4])
  })

  test('a double click or a second teacher makes nothing twice', async () => {
    const { ids, made } = await sessionsOf(2)
    const answers = await Promise.all([1, 2, 3, 4].map(() => lab.call('POST', `${base}/initSeatsAll`, { body: { ids } })))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    const refusals = answers.flatMap(({ body }) => (body.success ? [] : [body.message]))
    expect(new Set(refusals)).toEqual(new Set(['第1场：座位已初始化，不能重复操作！（共 2 场）']))
    expect((await Promise.all(made.map(({ id }) => lab.seats(id)))).map((seats) => seats.length)).toEqual([4, 4])
  })

  test('an empty choice and a stranger’s session are refused', async () => {
    expect(await lab.refusal(`${base}/planSeats`, {})).toBe('请选择一条记录！')
    expect(await lab.refusal(`${base}/initSeatsAll`, { ids: '没有' })).toBe('未找到对应实体')
  })
})
