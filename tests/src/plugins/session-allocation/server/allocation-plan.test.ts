import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonCount, PlanAnswer } from '../../../../../src/plugins/session-allocation/wire.ts'
import type { TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import {
  aClass,
  aDivision,
  ask,
  at,
  membersOf,
  worldNumbers,
  openAllocationSchool,
  people,
  planned,
  sentOf,
  experimentSessions,
  type AllocationSchool,
  type AllocationWorld,
  type Asked,
} from './allocation-world.ts'
import { addRow, aPerson } from '../../../../api/world.ts'

onBothDatabases('a plan before it is written', (database) => {
  let app: TestApp
  let semester: string
  let as: string
  let division: AllocationSchool['division']
  beforeAll(async () => {
    ;({ app, semester, as, division } = await openAllocationSchool(database))
  })
  afterAll(() => app?.close())

  describe('an adjusted plan', () => {
    let world: AllocationWorld
    let plan: PlanAnswer
    beforeAll(async () => {
      world = await division([6, 4])
      plan = await planned(app, world)
    })
    const said = async (sessions: unknown, more: Asked = {}) =>
      (await ask(app, world, 'commitGroup', { ...worldNumbers, stuCount: 10, ...more, sessions })).body.message

    test('must name each session once, and as many as requested', async () => {
      const [one, two, three] = sentOf(plan)
      expect(await said([one, two])).toBe('方案的场次与场次数不一致！')
      expect(await said([one, two, { ...three, groupName: '第1场' }])).toBe('第1场：场次名称重复！')
      expect(await said([one, two, { ...three, groupName: '' }])).toBe('请输入场次名称!')
      expect(await said([one, two, 7])).toBe('方案格式有误！')
    })

    test('contains nobody twice, no stranger, and no more students than seats', async () => {
      const [one = never(), two = never(), three = never()] = sentOf(plan)
      const changed = '学生人数已变化，请重新查询！'
      expect(await said([one, two, { ...three, students: [...three.students, one.students[0]] }])).toBe(changed)
      expect(await said([one, two, { ...three, students: [...three.students, 'stranger'] }])).toBe(changed)
      const full = { ...one, students: [...one.students, ...two.students.slice(0, 1)] }
      expect(await said([full, { ...two, students: two.students.slice(1) }, three])).toBe('第1场：学生人数超过每场次学生人数！')
    })

    test('has consistent times', async () => {
      const [one = never(), ...more] = sentOf(plan)
      const timed = (startTime: string, endTime: string) => said([{ ...one, startTime, endTime }, ...more])
      expect(await timed(at(8), '')).toBe('第1场：开始时间和结束时间需同时填写！')
      expect(await timed(at(8), at(8))).toBe('第1场：结束时间需大于开始时间')
      expect(await timed(at(9), at(8))).toBe('第1场：结束时间需大于开始时间')
      expect(await timed('明天', at(8))).toBe('第1场：时间格式有误！')
    })

    test('is written as it is, and the students it leaves out stay out', async () => {
      const address = await addRow(app, '/inspect/bhExperiAdress', { as, body: { courseId: world.course.id, experiAdress: '东楼 101' } })
      const [one = never(), two = never(), three = never()] = sentOf(plan)
      const sessions = [
        { ...one, students: one.students.slice(1), startTime: at(8), endTime: at(10), experiAdressId: address.id },
        { ...two, startTime: at(10), endTime: at(12), experiAdressId: address.id },
        three,
      ]
      const shown = await planned(app, world, { ...worldNumbers, sessions })
      expect([shown.leftOver, shown.clashes]).toEqual([[one.students[0]], []])
      const answer = await ask(app, world, 'commitGroup', { ...worldNumbers, stuCount: 10, sessions })
      expect(answer.body).toMatchObject({ success: true, message: '分配成功！', result: { sessions: 3, students: 9 } })
      const [first] = await experimentSessions(app, world)
      expect(first).toMatchObject({ start_time: at(8), end_time: at(10), experi_adress_id: address.id })
      const members = (await membersOf(app, world)).filter((member) => member['experi_group_id'] === first?.id)
      expect(members.map((member) => member['start_time'])).toEqual([at(8), at(8), at(8)])
      expect((await ask<PersonCount>(app, world, 'getExperiAllPersonCount')).body.result).toMatchObject({ stuCount: 1, assigned: 9 })
    })
  })

  describe('two plans of one experiment', () => {
    const half = { groupNum: 1, groupStuNum: 2, facilityStuNum: 2 }

    test('are both written: the later one is numbered after the sessions that came meanwhile', async () => {
      const world = await division([2, 2])
      const halves = world.classes.map((classIds) => ({ ...half, classIds }))
      const plans = await Promise.all(halves.map((asked) => planned(app, world, asked)))
      for (const [index, plan] of plans.entries()) {
        const sessions = sentOf(plan).map((session, place) => ({ ...session, groupName: `第${place + 1}场` }))
        const answer = await ask(app, world, 'commitGroup', { ...halves[index], sessions })
        expect(answer.body).toMatchObject({ success: true, result: { sessions: 1, students: 2 } })
      }
      expect((await experimentSessions(app, world)).map((row) => row['group_name']).sort()).toEqual(['第1场', '第2场'])
    })

    test('a name typed by somebody is already refused by the dry run if it is taken', async () => {
      const world = await division([2, 2])
      const [first = '', second = ''] = world.classes
      const sessions = (classIds: string) =>
        planned(app, world, { ...half, classIds }).then((plan) => sentOf(plan).map((one) => ({ ...one, groupName: '补课' })))
      const done = await ask(app, world, 'commitGroup', { ...half, classIds: first, sessions: await sessions(first) })
      expect(done.body.success).toBe(true)
      for (const call of ['planGroup', 'commitGroup'] as const) {
        const answer = await ask(app, world, call, { ...half, classIds: second, sessions: await sessions(second) })
        expect(answer.body).toMatchObject({ success: false, message: '补课：该实验下场次名称已存在!' })
      }
    })
  })

  test('a check can ask for clashes and devices only', async () => {
    const world = await division([4])
    const asked = { groupNum: 1, groupStuNum: 4, facilityStuNum: 2 }
    const whole = await planned(app, world, asked)
    const verdict = await planned(app, world, { ...asked, sessions: sentOf(whole), brief: 1 })
    expect(verdict).toEqual({ clashes: [], devices: whole.devices })
  })

  describe('clashes', () => {
    let world: AllocationWorld
    let plan: PlanAnswer
    let address: string
    let second: AllocationWorld
    beforeAll(async () => {
      world = await division([2, 2], 1)
      address = (await addRow(app, '/inspect/bhExperiAdress', { as, body: { courseId: world.course.id, experiAdress: '东楼 102' } })).id
      const whole = { groupNum: 1, groupStuNum: 4, facilityStuNum: 4 }
      const first = sentOf(await planned(app, world, whole)).map((session) => ({
        ...session,
        startTime: at(8).replace(/00$/, '31'),
        endTime: at(10).replace(/00$/, '59'),
        experiAdressId: address,
      }))
      const done = await ask(app, world, 'commitGroup', { ...whole, sessions: first })
      if (!done.body.success) throw new Error(done.body.message)
      const body = { courseId: world.course.id, semester, experiName: '实验二' }
      second = { ...world, experiment: await addRow(app, '/inspect/bhExperi', { as, body }) }
      plan = await planned(app, second, whole)
    })
    const timed = (from: number, to: number, experiAdressId = '') =>
      sentOf(plan).map((session) => ({ ...session, startTime: at(from), endTime: at(to), experiAdressId }))
    const whole = { groupNum: 1, groupStuNum: 4, facilityStuNum: 4 }

    test('of students and rooms with stored sessions are shown and refused, naming the other session', async () => {
      const sessions = timed(9, 11, address)
      const shown = await planned(app, second, { ...whole, sessions })
      expect(shown.clashes.map(({ kind, other, ids }) => [kind, other, ids.length])).toEqual(
        expect.arrayContaining([
          ['student', '实验一 第1场', 4],
          ['address', '实验一 第1场', 1],
        ]),
      )
      expect(shown.devices).toEqual({ needed: 2, available: 1, missing: 1 })
      expect((await ask(app, second, 'commitGroup', { ...whole, sessions })).body.message).toBe('可用设备不足，还缺 1 台！')
      await addRow(app, '/inspect/bhFacility', { as, body: { courseId: world.course.id, facilityName: '示波器', facilityNum: 'spare' } })
      const refused = await ask(app, second, 'commitGroup', { ...whole, sessions })
      expect(refused.body).toMatchObject({ success: false, message: expect.stringMatching(/^第1场与“实验一 第1场”时间重叠：/) })
      expect(await experimentSessions(app, second)).toEqual([])
    })

    test('are found between times that end in :00, whatever was sent', async () => {
      expect((await experimentSessions(app, world)).map((row) => [row['start_time'], row['end_time']])).toEqual([[at(8), at(10)]])
    })

    test('do not exist if one session ends when the other begins', async () => {
      expect((await planned(app, second, { ...whole, sessions: timed(10, 12, address) })).clashes).toEqual([])
      expect((await planned(app, second, { ...whole, sessions: timed(6, 8, address) })).clashes).toEqual([])
    })
  })

  test('a session of another teacher is not named', async () => {
    const admin = await app.signIn('admin', '1')
    const other = (await aPerson(app, admin, '2')).token
    const mine = await division([0])
    const theirs = await aDivision(app, { as: other, semester, sizes: [0], devices: 2 })
    const students = await people(app, 2)
    const asked = { groupNum: 1, groupStuNum: 2, facilityStuNum: 2 }
    const worlds = await Promise.all(
      [mine, theirs].map(async (world) => ({
        ...world,
        classes: [await aClass(app, { as: world.as, courseId: world.course.id, className: '合班', students })],
      })),
    )
    const [here = mine, there = theirs] = worlds
    const timed = async (world: AllocationWorld) =>
      sentOf(await planned(app, world, asked)).map((session) => ({ ...session, startTime: at(20), endTime: at(21) }))
    expect((await ask(app, there, 'commitGroup', { ...asked, sessions: await timed(there) })).body.success).toBe(true)
    const { clashes } = await planned(app, here, { ...asked, sessions: await timed(here) })
    expect(clashes.map(({ kind, other: name }) => [kind, name])).toEqual([['student', '其他课程的场次']])
  })
})

function never(): never {
  throw new Error('the plan has fewer sessions than it should')
}
