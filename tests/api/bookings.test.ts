import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { hasPostgres, onBothDatabases } from '../support/databases.ts'
import { freshDatabase } from '../support/postgres.ts'
import { addSession, aSession, server, written } from './teaching-rows.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { addRow, stored, type WorldRow } from './world.ts'

const taken = '该地址在此时间已有其他场次'

onBothDatabases('nobody and nothing is in two places at once', (database) => {
  let app: TestApp
  let admin: string
  let semester: WorldRow
  let world: CourseWorld
  let room: () => Promise<string>
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    semester = await aSemester(app, admin)
    world = await aCourse(app, { admin, semester: semester.id, mark: '甲' })
    let rooms = 0
    room = async () =>
      (await addRow(app, '/inspect/bhExperiAdress', { as: admin, body: { courseId: world.course.id, experiAdress: `房间${++rooms}` } })).id
  })
  afterAll(() => app.close())

  const session = async (from: string, to: string, experiAdressId: string) =>
    (await addSession(app, admin, aSession(world, [from, to], { experiAdressId }))).body
  const move = (id: string, change: object) =>
    app.call<WorldRow>('PUT', '/inspect/bhExperiGroup/edit', { as: admin, body: { id, ...change } })

  test('adjoining times are free, overlapping times are refused with the name of the other session', async () => {
    const where = await room()
    const first = await session('08:00', '10:00', where)
    expect(first.success).toBe(true)
    const name = String(first.result['groupName'])
    expect((await session('10:00', '12:00', where)).success).toBe(true)
    expect((await session('06:00', '08:00', where)).success).toBe(true)
    const overlaps = [
      ['07:59', '08:01'],
      ['08:00', '10:00'],
      ['08:30', '09:30'],
      ['09:59', '10:00'],
    ] as const
    for (const [from, to] of overlaps)
      expect(await session(from, to, where)).toMatchObject({ code: 422, details: { experiAdressId: expect.stringContaining(taken) } })
    expect((await session('08:30', '09:30', where)).details).toEqual({ experiAdressId: `${taken}：${name}` })
    expect((await session('08:30', '09:30', await room())).success).toBe(true)
  })

  test('the times of a session end in :00, whichever way they come in', async () => {
    const times = { startTime: '2026-10-12 08:00:31', endTime: '2026-10-12 10:00:59' }
    const body = { ...aSession(world, ['08:00', '10:00'], { experiAdressId: await room() }), ...times }
    const made = (await addSession(app, admin, body)).body.result
    const read = async () =>
      (await app.call<WorldRow>('GET', '/inspect/bhExperiGroup/queryById', { as: admin, query: { id: made.id } })).body.result
    expect(await read()).toMatchObject({ startTime: '2026-10-12 08:00:00', endTime: '2026-10-12 10:00:00' })
    expect((await move(made.id, { startTime: '2026-10-12 07:59:59' })).body.success).toBe(true)
    expect(await read()).toMatchObject({ startTime: '2026-10-12 07:59:00' })
    expect((await move(made.id, { endTime: '2026-10-12 07:59:30' })).body.details).toEqual({ endTime: '结束时间需大于开始时间' })
  })

  test('moving in time or place is checked, a row does not block itself, and a deleted one makes room', async () => {
    const [here, there] = [await room(), await room()]
    const first = await session('08:00', '10:00', here)
    const second = (await session('10:00', '12:00', here)).result
    const third = (await session('10:00', '12:00', there)).result
    expect((await move(second.id, { startTime: '2026-10-12 09:59:00' })).body.details).toEqual({
      experiAdressId: `${taken}：${String(first.result['groupName'])}`,
    })
    expect((await move(third.id, { experiAdressId: here })).body.details).toEqual({
      experiAdressId: `${taken}：${String(second['groupName'])}`,
    })
    expect((await move(second.id, { startTime: '2026-10-12 10:30:00', endTime: '2026-10-12 11:30:00' })).body.success).toBe(true)
    expect((await move(second.id, { groupName: '改名' })).body.success).toBe(true)
    expect((await app.call('DELETE', '/inspect/bhExperiGroup/delete', { as: admin, query: { id: second.id } })).body.success).toBe(true)
    expect((await move(third.id, { experiAdressId: here })).body.success).toBe(true)
  })

  test('rows of one request are checked against each other, and may swap places', async () => {
    const where = await room()
    const rows = ['08:00', '09:00'].map((from) => aSession(world, [from, '10:00'], { experiAdressId: where }))
    await expect(written(app, 'session', rows)).rejects.toThrow(taken)
    const [one, two] = await written(app, 'session', [
      aSession(world, ['08:00', '10:00'], { experiAdressId: where }),
      aSession(world, ['10:00', '12:00'], { experiAdressId: where }),
    ])
    const times = (from: string, to: string) => ({ startTime: `2026-10-12 ${from}:00`, endTime: `2026-10-12 ${to}:00` })
    const swapped = [
      { id: one, ...times('10:00', '12:00') },
      { id: two, ...times('08:00', '10:00') },
    ]
    expect(await written(app, 'session', swapped, { operation: 'edit' })).toEqual([one, two])
  })

  test('of rows written one by one, none takes the time of a refused row that stays', async () => {
    const where = await room()
    const at = (from: string, to: string) => aSession(world, [from, to], { experiAdressId: where })
    const [one = '', two = ''] = await written(app, 'session', [at('08:00', '10:00'), at('10:00', '12:00'), at('14:00', '16:00')])
    const outcomes = await app.app.engine.write({
      entity: 'session',
      operation: 'edit',
      rows: [
        { id: two, startTime: '2026-10-12 08:30:00', endTime: '2026-10-12 09:00:00' },
        { id: one, startTime: '2026-10-12 15:00:00', endTime: '2026-10-12 17:00:00' },
      ],
      actor: server,
      fields: 'all',
      scope: 'none',
      onRefusal: 'collect',
    })
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
  })

  test('a student or a device can be in only one session at a time, also across experiments', async () => {
    const other = await addRow(app, '/inspect/bhExperi', {
      as: admin,
      body: { courseId: world.course.id, semester: semester.id, experiName: '另一实验' },
    })
    const [one, two] = await written(app, 'session', [
      aSession(world, ['08:00', '10:00'], { experiAdressId: await room() }),
      aSession(world, ['08:00', '10:00'], { experiAdressId: await room(), experiId: other.id, groupName: '别场' }),
    ])
    const time = { startTime: '2026-10-12 08:00:00', endTime: '2026-10-12 10:00:00' }
    const member = (experiGroupId: unknown, experiId: string) => ({ experiGroupId, experiId, stuId: world.student.id, ...time })
    await written(app, 'sessionMember', [member(two, other.id)])
    await expect(written(app, 'sessionMember', [member(one, world.experiment.id)])).rejects.toThrow('该学生在此时间已有其他场次：别场')
    await written(app, 'sessionDevice', [{ experiGroupId: two, facilityId: world.equipment.id, ...time }])
    const device = { experiGroupId: one, facilityId: world.equipment.id, ...time }
    await expect(written(app, 'sessionDevice', [device])).rejects.toThrow('该设备在此时间已被其他场次使用：别场')
  })

  test('a session of a course that the writer cannot see is not named', async () => {
    const theirs = await aCourse(app, { admin, semester: semester.id, mark: '乙' })
    const time = { startTime: '2026-10-13 08:00:00', endTime: '2026-10-13 10:00:00' }
    const sessionOf = async (of: CourseWorld) => {
      const experiAdressId = of === world ? await room() : of.address.id
      return (await written(app, 'session', [{ ...aSession(of, ['08:00', '10:00'], { experiAdressId }), ...time }]))[0]
    }
    const member = (experiGroupId: string, of: CourseWorld) => ({
      experiGroupId,
      experiId: of.experiment.id,
      stuId: theirs.student.id,
      ...time,
    })
    await written(app, 'classStudent', [{ classId: world.class.id, stuId: theirs.student.id }])
    await written(app, 'sessionMember', [member((await sessionOf(theirs)) ?? '', theirs)])
    const actor = { ...server, id: world.teacher.id, role: '2' }
    const rows = [member((await sessionOf(world)) ?? '', world)]
    const write = app.app.engine.write({ entity: 'sessionMember', operation: 'add', rows, actor, fields: 'all', scope: 'none' })
    await expect(write).rejects.toMatchObject({ details: { stuId: '该学生在此时间已有其他场次' } })
  })

  test('if twenty ask for one room and time at once, exactly one is written', async () => {
    const where = await room()
    const answers = await Promise.all(Array.from({ length: 20 }, () => session('18:00', '20:00', where)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const { success, code, details } of answers)
      if (!success) expect([code, Object.keys(details ?? {})]).toEqual([422, ['experiAdressId']])
    expect((await stored(app, 'bh_experi_group')).filter((row) => row['experi_adress_id'] === where)).toHaveLength(1)
  })
})

describe.skipIf(!hasPostgres())('nobody and nothing is in two places at once, with two servers on one PostgreSQL', () => {
  let nodes: readonly TestApp[]
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await freshDatabase()
    drop = () => database.drop()
    const node = () => testApp({ database: 'sqlite', env: { DATABASE_URL: database.url } })
    nodes = [await node(), await node()]
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
    await drop()
  })

  test('if twenty write to one room, or twenty move there, exactly one gets it', async () => {
    const [first] = nodes
    if (!first) throw new Error('no node')
    const admin = await first.signIn('admin', '1')
    const world = await aCourse(first, { admin, semester: (await aSemester(first, admin)).id, mark: '甲' })
    const nodeOf = (n: number): TestApp => nodes[n % 2] ?? first
    const adds = await Promise.all(Array.from({ length: 20 }, (_, n) => addSession(nodeOf(n), admin, aSession(world, ['08:00', '10:00']))))
    expect(adds.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 422)])
    const evenings = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const day = `2026-11-${String(n + 1).padStart(2, '0')}`
        return addSession(first, admin, aSession(world, ['08:00', '10:00'], { startTime: `${day} 08:00:00`, endTime: `${day} 10:00:00` }))
      }),
    )
    const moves = await Promise.all(
      evenings.map(({ body }, n) =>
        nodeOf(n).call('PUT', '/inspect/bhExperiGroup/edit', {
          as: admin,
          body: { id: body.result.id, startTime: '2026-10-12 18:00:00', endTime: '2026-10-12 20:00:00' },
        }),
      ),
    )
    expect(moves.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 422)])
  })
})
