import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonCount } from '../../../../../src/plugins/session-allocation/wire.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { hasPostgres, onBothDatabases } from '../../../../support/databases.ts'
import { freshDatabase } from '../../../../support/postgres.ts'
import {
  aClass,
  aDivision,
  aSchool,
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
import { addRow, aPerson, auditOf, expectNotFound, stored } from '../../../../api/world.ts'

onBothDatabases('dividing students into sessions', (database) => {
  let app: TestApp
  let semester: string
  let as: string
  let division: AllocationSchool['division']
  beforeAll(async () => {
    ;({ app, semester, as, division } = await openAllocationSchool(database))
  })
  afterAll(() => app?.close())

  describe('the numbers', () => {
    let world: AllocationWorld
    let empty: AllocationWorld
    beforeAll(async () => {
      world = await division([6, 4])
      empty = await division([0])
    })

    test.each([
      [{ ...worldNumbers, groupNum: 0 }, 'groupNum', '分组数需大于0!'],
      [{ ...worldNumbers, groupStuNum: 0 }, 'groupStuNum', '每个小组下学生人数需大于0!'],
      [{ ...worldNumbers, facilityStuNum: 0 }, 'facilityStuNum', '实验设备需大于0!'],
      [{ groupNum: 11, groupStuNum: 1, facilityStuNum: 1 }, 'groupNum', '场次数数不能大于学生总人数，请修改!'],
      [{ groupNum: 1, groupStuNum: 11, facilityStuNum: 8 }, 'groupStuNum', '每场次学生人数不能大于学生总人数!'],
      [{ ...worldNumbers, groupNum: 9, groupStuNum: 1, facilityStuNum: 1 }, 'groupNum', '场次总人数小于学生总人数，请修改！'],
      [{ ...worldNumbers, groupNum: 5, groupStuNum: 4 }, 'groupNum', '场次总人数超过学生总人数2倍，请修改！'],
      [{ ...worldNumbers, groupNum: 3, groupStuNum: 7 }, 'groupNum', '场次总人数超过学生总人数2倍，请修改！'],
      [{ ...worldNumbers, facilityStuNum: 5 }, 'facilityStuNum', '小组人数不能大于每场次学生人数!'],
    ])('%o are refused at %s: %s', async (asked, field, sentence) => {
      for (const call of ['planGroup', 'distributionGroup', 'commitGroup'] as const) {
        const answer = await ask(app, world, call, { ...asked, stuCount: 10 })
        expect(answer).toMatchObject({ status: 422, body: { success: false, message: sentence, details: { [field]: sentence } } })
      }
      expect(await experimentSessions(app, world)).toEqual([])
    })

    test.each([
      ['one session for each student', { groupNum: 10, groupStuNum: 1, facilityStuNum: 1 }],
      ['everybody in one session', { groupNum: 1, groupStuNum: 10, facilityStuNum: 5 }],
      ['exactly as many seats as students', { groupNum: 5, groupStuNum: 2, facilityStuNum: 1 }],
      ['18 seats for ten', { groupNum: 6, groupStuNum: 3, facilityStuNum: 3 }],
    ])('%s can be planned', async (_, asked) => {
      expect((await planned(app, world, { ...asked, stuCount: 10 })).sessions).toHaveLength(asked.groupNum)
    })

    test('must be for at least one student', async () => {
      for (const call of ['planGroup', 'distributionGroup', 'commitGroup'] as const) {
        expect((await ask(app, empty, call, { ...worldNumbers, stuCount: 0 })).body).toMatchObject({
          success: false,
          message: '学生人数为0！',
        })
        expect((await ask(app, world, call, { ...worldNumbers, stuCount: 0 })).body.message).toBe('学生人数为0！')
      }
    })

    test('must match the existing students', async () => {
      for (const stuCount of [9, 11]) {
        expect((await ask(app, world, 'distributionGroup', { ...worldNumbers, stuCount })).body).toMatchObject({
          success: false,
          message: '学生人数已变化，请重新查询！',
        })
      }
    })

    test('are checked after the choice of course, experiment and class', async () => {
      for (const call of ['getExperiAllPersonCount', 'planGroup', 'distributionGroup', 'commitGroup'] as const) {
        const said = async (asked: Asked) => (await ask(app, world, call, { ...worldNumbers, ...asked })).body.message
        expect(await said({ courseId: '' })).toBe('请选择课程！')
        expect(await said({ experiId: '' })).toBe('请选择实验！')
        expect(await said({ classIds: '' })).toBe('请选择班级！')
      }
    })
  })

  test('the count shows who is free', async () => {
    const world = await division([3, 2])
    const [first = ''] = world.classes
    const count = async (asked: Asked = {}) => (await ask<PersonCount>(app, world, 'getExperiAllPersonCount', asked)).body.result
    expect(await count()).toEqual({ classCount: 2, stuCount: 5, total: 5, assigned: 0 })
    await ask(app, world, 'distributionGroup', { groupNum: 1, groupStuNum: 3, facilityStuNum: 2, classIds: first })
    expect(await count()).toEqual({ classCount: 2, stuCount: 2, total: 5, assigned: 3 })
    expect(await count({ classIds: first })).toEqual({ classCount: 1, stuCount: 0, total: 3, assigned: 3 })
  })

  test('a distribution makes balanced sessions with members, by class and student number', async () => {
    const world = await division([6, 4])
    const answer = await ask(app, world, 'distributionGroup', { ...worldNumbers, stuCount: 10 })
    expect(answer.body).toMatchObject({ success: true, message: '分配成功！', result: { sessions: 3, students: 10 } })
    const sessions = await experimentSessions(app, world)
    expect(sessions.map((row) => [row['group_name'], row['seat_num'], row['facility_num'], row['facility_stu_num']])).toEqual([
      ['第1场', 4, 2, 2],
      ['第2场', 4, 2, 2],
      ['第3场', 4, 2, 2],
    ])
    const members = await membersOf(app, world)
    const sizes = sessions.map(({ id }) => members.filter((member) => member['experi_group_id'] === id).length)
    expect(sizes).toEqual([4, 3, 3])
    const first = members.filter((member) => member['experi_group_id'] === sessions[0]?.id)
    expect(new Set(first.map((member) => member['class_id']))).toEqual(new Set([world.classes[0]]))
    expect(await auditOf(app, members[0]?.id ?? '')).toHaveLength(1)
    const list = await app.call<{ records: { peopleNum: number }[] }>('GET', '/inspect/bhExperiGroup/list', {
      as,
      query: { courseId: world.course.id, experiId: world.experiment.id, classIds: world.classes.join(',') },
    })
    expect(list.body.result.records.map((row) => row.peopleNum).sort()).toEqual([3, 3, 4])
    expect((await ask(app, world, 'distributionGroup', { ...worldNumbers, stuCount: 10 })).body.message).toBe('学生人数为0！')
  })

  test('twenty calls at once have one effect', async () => {
    const world = await division([6, 4])
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(app, world, 'distributionGroup', { ...worldNumbers, stuCount: 10 })),
    )
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(new Set(answers.filter(({ body }) => !body.success).map(({ body }) => body.message))).toEqual(new Set(['学生人数为0！']))
    expect([(await experimentSessions(app, world)).length, (await membersOf(app, world)).length]).toEqual([3, 10])
  })

  test('a class that comes later continues after the existing sessions', async () => {
    const world = await division([4])
    await ask(app, world, 'distributionGroup', { groupNum: 2, groupStuNum: 2, facilityStuNum: 1 })
    const later = await aClass(app, { as, courseId: world.course.id, className: '2班', students: await people(app, 2) })
    const plan = await planned(app, world, { groupNum: 1, groupStuNum: 2, facilityStuNum: 1, classIds: `${world.classes[0]},${later}` })
    expect(plan.sessions.map((session) => [session.groupName, session.students.length])).toEqual([['第3场', 2]])
    expect(plan.comparison).toEqual({ added: 2, moved: 0, unchanged: 4, gone: 0 })
    expect(plan.existing.map(({ groupName, students }) => [groupName, students.length])).toEqual([
      ['第1场', 2],
      ['第2场', 2],
    ])
  })

  test('a student in two of the classes is counted and divided once', async () => {
    const world = await division([0])
    const students = await people(app, 3)
    const both = [
      await aClass(app, { as, courseId: world.course.id, className: '10班', students }),
      await aClass(app, { as, courseId: world.course.id, className: '9班', students: students.slice(0, 1) }),
    ]
    const plan = await planned(app, world, { groupNum: 1, groupStuNum: 3, facilityStuNum: 2, classIds: both.join(',') })
    expect(plan.students.map((student) => [student.id, student.className])).toEqual([
      [students[0], '9班'],
      [students[1], '10班'],
      [students[2], '10班'],
    ])
  })

  test('too few devices are refused, with the number missing', async () => {
    const world = await division([6, 4], 1)
    const plan = await planned(app, world)
    expect(plan.devices).toEqual({ needed: 2, available: 1, missing: 1 })
    expect((await ask(app, world, 'distributionGroup', worldNumbers)).body).toMatchObject({
      success: false,
      message: '可用设备不足，还缺 1 台！',
    })
    expect(await experimentSessions(app, world)).toEqual([])
    expect((await ask(app, world, 'distributionGroup', { ...worldNumbers, facilityStuNum: 4 })).body.success).toBe(true)
  })

  test('an experiment with results keeps its sessions', async () => {
    const world = await division([4])
    const [actor, { id }] = [
      { id: 'x', username: 'x', realname: '', role: '1', orgCode: '', permissions: new Set<string>() },
      world.experiment,
    ]
    await app.app.engine.write({
      entity: 'experiment',
      operation: 'edit',
      rows: [{ id, haveInspectionResult: 1 }],
      actor,
      fields: 'all',
      guard: 'none',
    })
    const count = await ask(app, world, 'getExperiAllPersonCount', {})
    expect(count.body.result).toMatchObject({ locked: '该实验已有考察结果，不能分配场次！' })
    for (const call of ['planGroup', 'distributionGroup', 'commitGroup'] as const) {
      const answer = await ask(app, world, call, { groupNum: 1, groupStuNum: 4, facilityStuNum: 2 })
      expect(answer.body).toMatchObject({ success: false, message: '该实验已有考察结果，不能分配场次！' })
    }
  })

  test('another teacher’s course, experiment, class or room does not exist', async () => {
    const admin = await app.signIn('admin', '1')
    const other = (await aPerson(app, admin, '2')).token
    const mine = await division([4])
    const theirs = await aDivision(app, { as: other, semester, sizes: [4], devices: 2 })
    const room = await addRow(app, '/inspect/bhExperiAdress', { as: other, body: { courseId: theirs.course.id, experiAdress: '西楼' } })
    const asked = { groupNum: 1, groupStuNum: 4, facilityStuNum: 2 }
    const foreign: Asked[] = [
      { courseId: theirs.course.id },
      { experiId: theirs.experiment.id },
      { classIds: theirs.classes.join(',') },
      { classIds: [...mine.classes, ...theirs.classes].join(',') },
      { courseId: theirs.course.id, experiId: theirs.experiment.id, classIds: theirs.classes.join(',') },
    ]
    for (const call of ['getExperiAllPersonCount', 'planGroup', 'distributionGroup', 'commitGroup'] as const) {
      for (const chosen of foreign) expectNotFound(await ask(app, mine, call, { ...asked, ...chosen }))
    }
    const sessions = sentOf(await planned(app, mine, asked)).map((session) => ({
      ...session,
      startTime: at(8),
      endTime: at(9),
      experiAdressId: room.id,
    }))
    for (const call of ['planGroup', 'commitGroup'] as const) expectNotFound(await ask(app, mine, call, { ...asked, sessions }))
    expect([await experimentSessions(app, mine), await experimentSessions(app, theirs)]).toEqual([[], []])
  })

  test('assistants and students cannot divide anybody', async () => {
    const world = await division([4])
    const admin = await app.signIn('admin', '1')
    for (const role of ['3', '4']) {
      const token = (await aPerson(app, admin, role)).token
      for (const call of ['planGroup', 'distributionGroup', 'commitGroup'] as const) {
        expect((await ask(app, { ...world, as: token }, call, worldNumbers)).body).toMatchObject({ success: false, code: 510 })
      }
    }
  })
})

describe.skipIf(!hasPostgres())('dividing students, with two servers on one PostgreSQL', () => {
  test('twenty calls at once, on both, have one effect', async () => {
    const database = await freshDatabase()
    const node = () => testApp({ database: 'sqlite', env: { DATABASE_URL: database.url } })
    const one = await node()
    const other = await node()
    const world = await (await aSchool(one)).division([6, 4])
    const calls = Array.from({ length: 20 }, (_, index) =>
      ask(index % 2 ? one : other, world, 'distributionGroup', { ...worldNumbers, stuCount: 10 }),
    )
    const answers = await Promise.all(calls)
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(new Set(answers.filter(({ body }) => !body.success).map(({ body }) => body.message))).toEqual(new Set(['学生人数为0！']))
    expect([(await stored(one, 'bh_experi_group')).length, (await stored(one, 'bh_experi_group_stu')).length]).toEqual([3, 10])
    await Promise.all([one.close(), other.close()])
    await database.drop()
  })
})
