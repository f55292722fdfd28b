import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { hasPostgres, onBothDatabases } from '../support/databases.ts'
import { freshDatabase } from '../support/postgres.ts'
import { ownTime, type NewRow } from './row-factory.ts'
import { sheet } from './strangers.ts'
import { aSession, close, written } from './teaching-rows.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { addRow, stored, type WorldRow } from './world.ts'

const locked = '该场次已有考察结果，座位不能修改！'

interface Place {
  readonly world: CourseWorld
  readonly admin: string
  /** A seat of the session, with its own student, not yet added. */
  newSeat(session: string): Promise<NewRow>
  seat(session: string): Promise<{ success: boolean; message: string; result: WorldRow }>
  session(): Promise<string>
}

async function aPlace(app: TestApp): Promise<Place> {
  const admin = await app.signIn('admin', '1')
  const world = await aCourse(app, { admin, semester: (await aSemester(app, admin)).id, mark: '甲' })
  let made = 0
  const newSeat = async (experiGroupId: string) => {
    const n = ++made
    const person = { username: `s${n}`, password: 'Abc123!@', confirmpassword: 'Abc123!@', realname: '学生', studyNumber: `N${n}` }
    const student = await addRow(app, '/jw/user', { as: admin, body: person })
    await addRow(app, '/jw/bhClassStu', { as: admin, body: { classId: world.class.id, stuId: student.id } })
    const within = { courseId: world.course.id, experiId: world.experiment.id, experiGroupId }
    return { ...within, stuId: student.id, facilityId: world.equipment.id, seatnum: n }
  }
  const seat = async (session: string) =>
    (await app.call<WorldRow>('POST', '/inspect/bhExperiSeat/add', { as: admin, body: await newSeat(session) })).body
  const session = async () => {
    const n = ++made
    const times = { startTime: ownTime(n, 8), endTime: ownTime(n, 10) }
    return (await written(app, 'session', [aSession(world, ['08:00', '10:00'], times)]))[0] ?? ''
  }
  return { world, admin, newSeat, seat, session }
}

onBothDatabases('rows of a closed row', (database) => {
  let app: TestApp
  let place: Place
  beforeAll(async () => {
    app = await testApp({ database })
    place = await aPlace(app)
  })
  afterAll(() => app.close())

  test('cannot be added, edited or deleted, alone or in a batch, and stay unchanged', async () => {
    const session = await place.session()
    const { result: seat } = await place.seat(session)
    await close(app, session)
    const before = await stored(app, 'bh_experi_seat')
    const as = place.admin
    const answers = [
      await place.seat(session),
      (await app.call('PUT', '/inspect/bhExperiSeat/edit', { as, body: { id: seat.id, tjh: 'K1' } })).body,
      (await app.call('DELETE', '/inspect/bhExperiSeat/delete', { as, query: { id: seat.id } })).body,
    ]
    for (const answer of answers) expect(answer).toMatchObject({ success: false, code: 500, message: locked })
    const batch = await app.call<{ success: boolean; message: string }[]>('DELETE', '/inspect/bhExperiSeat/deleteBatch', {
      as,
      query: { ids: seat.id },
    })
    expect(batch.body).toMatchObject({ success: false, message: locked })
    expect(await stored(app, 'bh_experi_seat')).toEqual(before)
  })

  test('cannot be moved in from an open row, or out to one', async () => {
    const [open, closed] = [await place.session(), await place.session()]
    const { result: inside } = await place.seat(closed)
    const { result: outside } = await place.seat(open)
    await close(app, closed)
    const to = (id: string, experiGroupId: string) => written(app, 'seat', [{ id, experiGroupId }], { operation: 'edit' })
    await expect(to(outside.id, closed)).rejects.toThrow(locked)
    await expect(to(inside.id, open)).rejects.toThrow(locked)
    expect((await place.seat(open)).success).toBe(true)
  })

  test('can be written only by a server rule that explicitly allows it', async () => {
    const session = await place.session()
    const { result: seat } = await place.seat(session)
    await close(app, session)
    const edit = [{ id: seat.id, tjh: 'K1' }]
    await expect(written(app, 'seat', edit, { operation: 'edit' })).rejects.toThrow(locked)
    expect(await written(app, 'seat', edit, { operation: 'edit', unlocked: 'all' })).toEqual([seat.id])
  })

  test('the members and devices of a closed session also stay', async () => {
    const session = await place.session()
    const [member] = await written(app, 'sessionMember', [
      { experiGroupId: session, experiId: place.world.experiment.id, stuId: place.world.student.id },
    ])
    const [device] = await written(app, 'sessionDevice', [{ experiGroupId: session, facilityId: place.world.equipment.id }])
    await close(app, session)
    for (const [base, id] of [
      ['/inspect/bhExperiGroupStu', member],
      ['/inspect/bhExperiGroupFacility', device],
    ] as const) {
      const answer = await app.call('DELETE', `${base}/delete`, { as: place.admin, query: { id: id ?? '' } })
      expect(answer.body).toMatchObject({ success: false, message: '该场次已有考察结果，不能修改！' })
    }
  })

  test('a sheet cannot add seats to a closed session', async () => {
    const session = await place.session()
    await close(app, session)
    const before = await stored(app, 'bh_experi_seat')
    const { course, experiment, student, equipment } = place.world
    const names = [course['courseTitle'], experiment['experiName'], student['studyNumber'], equipment['facilityNum']].map(String)
    const body = await sheet(
      [
        ['课程', '实验', '学生', '设备', '座次号'],
        [...names, 1],
      ],
      { experiGroupId: session },
    )
    const answer = await app.call('POST', '/inspect/bhExperiSeat/importExcel', { as: place.admin, body })
    expect(answer.body.success).toBe(false)
    expect(JSON.stringify(answer.body)).toContain(locked)
    expect(await stored(app, 'bh_experi_seat')).toEqual(before)
  })

  test('closing waits for writers: a seat is added before the session closes, or refused', async () => {
    for (let round = 0; round < 5; round++) await race(app, app, place)
  })
})

/**
 * Several writers and one who closes the session, all at once: every accepted seat is there, and the others are told that the
 * session is closed.
 */
async function race(writer: TestApp, closer: TestApp, place: Place): Promise<void> {
  const session = await place.session()
  const bodies = await Promise.all(Array.from({ length: 6 }, () => place.newSeat(session)))
  const add = async (body: NewRow) => (await writer.call('POST', '/inspect/bhExperiSeat/add', { as: place.admin, body })).body
  const early = bodies.slice(0, 3).map(add)
  const closed = close(closer, session)
  const seats = await Promise.all([...early, ...bodies.slice(3).map(add)])
  expect(await closed).toEqual([session])
  for (const seat of seats) if (!seat.success) expect(seat.message).toBe(locked)
  const there = (await stored(writer, 'bh_experi_seat')).filter((row) => row['experi_group_id'] === session)
  expect(there).toHaveLength(seats.filter(({ success }) => success).length)
  expect((await place.seat(session)).success).toBe(false)
}

describe.skipIf(!hasPostgres())('rows of a closed row, with two servers on one PostgreSQL', () => {
  test('no seat is added after another server has closed the session', async () => {
    const database = await freshDatabase()
    const node = () => testApp({ database: 'sqlite', env: { DATABASE_URL: database.url } })
    const [one, two] = [await node(), await node()]
    const place = await aPlace(one)
    for (let round = 0; round < 5; round++) await race(one, two, place)
    await one.close()
    await two.close()
    await database.drop()
  })
})
