import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { turnOf } from '../../../../../src/teaching/turns.ts'
import { server } from '../../../../api/teaching-rows.ts'
import { stored, type WorldRow } from '../../../../api/world.ts'
import { hasPostgres } from '../../../../support/databases.ts'
import { aMoment, openTransaction, twoNodes, type TwoNodes } from '../../../../support/two-nodes.ts'
import { aLaboratory, type Laboratory } from './laboratory.ts'

const groups = '/inspect/bhExperiGroup'
const members = '/inspect/bhExperiGroupStu'
const seats = '/inspect/bhExperiSeat'
const items = '/inspect/bhInspection'

describe.skipIf(!hasPostgres())('two calls at once, with two servers on one PostgreSQL', () => {
  let nodes: TwoNodes
  let lab: Laboratory
  let next = 0
  beforeAll(async () => {
    nodes = await twoNodes()
    lab = await aLaboratory(nodes.one, { classes: [8], devices: 6 })
  })
  afterAll(() => nodes.close())

  const id = (index: number) => lab.students[index]?.id ?? ''
  const ids = (from: number, to: number) =>
    lab.students
      .slice(from, to)
      .map((student) => student.id)
      .join(',')
  /** A call to the second server. */
  const there = <Result = WorldRow>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    given: { body?: object; query?: Record<string, string> },
  ) => nodes.other.call<Result>(method, path, { as: lab.teacher.token, ...given })
  const anExperiment = () =>
    lab.done('/inspect/bhExperi/add', { courseId: lab.courseId, semester: lab.semester, experiName: `同时的实验${++next}` })
  const anItem = (experiment: WorldRow) =>
    lab.done(`${items}/add`, { courseId: lab.courseId, experiId: experiment.id, inspectName: `考察项${++next}`, inspectType: '1' })
  async function session(experiment: WorldRow, students: string, values: object = {}) {
    const made = await lab.session({ experiId: experiment.id, ...values })
    if (students) await lab.done(`${groups}/groupAddStu`, { experiGroupId: made.id, ids: students })
    return made
  }
  async function seated(experiment: WorldRow, students: string, values: object = {}) {
    const made = await session(experiment, students, values)
    await lab.done(`${groups}/initSeatFacility`, { id: made.id })
    return made
  }
  const seatOf = async (of: WorldRow, number: number) => (await lab.seats(of.id)).find(({ seatnum }) => seatnum === number)
  const holdSession = (of: WorldRow) => openTransaction(nodes.one, (tx) => nodes.one.app.engine.db.lock(tx, turnOf.session(of.id)))

  test('an experiment that is getting its results cannot be divided any more', async () => {
    const experiment = await anExperiment()
    await anItem(experiment)
    const first = await seated(experiment, ids(0, 2))
    const held = await holdSession(first)
    const results = lab.call<number>('POST', `${items}/initInSpectionResAll`, { body: { experiId: experiment.id } })
    await aMoment()
    const chosen = { courseId: lab.courseId, experiId: experiment.id, classIds: lab.classes.map((room) => room.id).join(',') }
    const numbers = { groupNum: 2, groupStuNum: 3, facilityStuNum: 3 }
    const divided = there('POST', `${groups}/distributionGroup`, { body: { ...chosen, ...numbers } })
    await aMoment()
    await held.commit()
    expect((await results).body.result).toBe(2)
    expect((await divided).body.message).toBe('该实验已有考察结果，不能分配场次！')
    expect((await stored(nodes.one, 'bh_experi_group')).filter((row) => row.experi_id === experiment.id)).toHaveLength(1)
  })

  test('a session that is seated while results are made gets none, or is locked', async () => {
    const experiment = await anExperiment()
    await anItem(experiment)
    const [first, second] = [await seated(experiment, ids(0, 2)), await session(experiment, ids(2, 4))]
    const held = await holdSession(first)
    const results = lab.call<number>('POST', `${items}/initInSpectionResAll`, { body: { experiId: experiment.id } })
    await aMoment()
    expect((await there('POST', `${groups}/initSeatFacility`, { body: { id: second.id } })).body.success).toBe(true)
    await held.commit()
    expect((await results).body.result).toBe(2)
    expect((await lab.get(`${groups}/queryById`, { id: second.id })).haveInspect).toBe('否')
    expect(await lab.done(`${items}/initInSpectionResAll`, { experiId: experiment.id })).toBe(2)
  })

  test('if two students are put on empty seats at once, only one of them gets the session’s last place', async () => {
    const made = await seated(await anExperiment(), ids(0, 3))
    const free = await seatOf(made, 3)
    await lab.done(`${seats}/experiSeatRemoveUser`, { experiSeatId: free?.id })
    const held = await openTransaction(nodes.one, (tx) => nodes.one.app.engine.db.lock(tx, 'bookings:bh_experi_group_stu'))
    const last = await seatOf(made, 4)
    const one = lab.call('PUT', `${seats}/edit`, { body: { id: free?.id, stuId: id(4) } })
    const other = there('PUT', `${seats}/edit`, { body: { id: last?.id, stuId: id(5) } })
    await aMoment()
    await held.commit()
    const answers = await Promise.all([one, other])
    expect(answers.map(({ body }) => body.message).sort()).toEqual(['场次人数已满！', '编辑成功！'])
    expect(await lab.members(made.id)).toHaveLength(4)
  })

  test('a seated student is a member, even if one person removes them while another seats them', async () => {
    const made = await seated(await anExperiment(), ids(0, 1))
    const place = await seatOf(made, 1)
    await lab.done(`${seats}/experiSeatRemoveUser`, { experiSeatId: place?.id })
    const page = await lab.get<{ records: WorldRow[] }>(`${members}/list`, { experiGroupId: made.id })
    const rows = page.records.map((row) => ({ id: row.id }))
    const { engine } = nodes.one.app
    const removal = await openTransaction(nodes.one, (tx) =>
      engine.write({ entity: 'sessionMember', operation: 'delete', rows, actor: server, scope: 'none' }, tx),
    )
    const studyNumber = lab.students[0]?.['studyNumber']
    const seating = there('POST', `${seats}/seatStudent`, { body: { experiSeatId: place?.id, studyNumber } })
    await aMoment()
    await removal.commit()
    expect((await seating).body.success).toBe(true)
    expect((await seatOf(made, 1))?.stuId).toBe(id(0))
    expect(await lab.members(made.id)).toEqual([id(0)])
  })

  test('a move does not overwrite a student who was put on its target meanwhile', async () => {
    const made = await seated(await anExperiment(), ids(0, 1))
    const [from, to] = [await seatOf(made, 1), await seatOf(made, 2)]
    const held = await openTransaction(nodes.one, (tx) =>
      sql`select id from bh_experi_seat where id = ${String(from?.id)} for update`.execute(tx),
    )
    const moved = lab.call('POST', `${seats}/moveSeat`, { body: { from: from?.id, to: to?.id } })
    await aMoment()
    const put = there('PUT', `${seats}/edit`, { body: { id: to?.id, version: to?.version, stuId: id(6) } })
    await aMoment()
    await held.commit()
    expect((await moved).body.success).toBe(true)
    expect((await put).status).toBe(409)
    expect((await lab.seats(made.id)).slice(0, 2).map(({ stuId }) => stuId)).toEqual([null, id(0)])
  })

  test('moving sessions, removing members and changing seats never deadlock', async () => {
    const experiment = await anExperiment()
    const made: WorldRow[] = []
    const time = (n: number, hour: number) => ({
      startTime: `2026-12-${String(10 + n)} ${String(hour).padStart(2, '0')}:00:00`,
      endTime: `2026-12-${String(10 + n)} ${String(hour + 1).padStart(2, '0')}:00:00`,
    })
    for (let n = 0; n < 3; n++) made.push(await seated(experiment, ids(n * 2, n * 2 + 2), time(n, 8)))
    const calls: Promise<{ status: number }>[] = []
    for (const [n, one] of made.entries()) {
      const page = await lab.get<{ records: WorldRow[] }>(`${members}/list`, { experiGroupId: one.id })
      const places = await lab.seats(one.id)
      for (let hour = 9; hour < 15; hour++) {
        calls.push(lab.call('PUT', `${groups}/edit`, { body: { id: one.id, ...time(n, hour) } }))
        calls.push(there('PUT', `${groups}/edit`, { body: { id: one.id, ...time(n, hour + 6) } }))
        for (const place of places) calls.push(there('PUT', `${seats}/edit`, { body: { id: place.id, tjh: `套件${hour}` } }))
      }
      for (const row of page.records) calls.push(there('DELETE', `${members}/delete`, { query: { id: row.id } }))
    }
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const { rows } = await sql<{
      n: number
    }>`select deadlocks as n from pg_stat_database where datname = current_database()`.execute(nodes.one.app.engine.db.read)
    expect(Number(rows[0]?.n)).toBe(0)
  })
})
