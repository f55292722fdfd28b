import type { WireRow } from '../../../../engine/schema/index.ts'
import { Refused, type CallContext } from '../../../../engine/server/index.ts'
import { text } from '../../../cells.ts'
import { smallGroupOf } from '../../../teaching/small-group.ts'
import { byClassAndNumber } from '../../../teaching/student-order.ts'
import { deviceTable, freeDevices, holdDevices } from './free-devices.ts'
import { inSession, openSession, ownRow, withTime, type SessionNow, type Work } from './places.ts'

/** Students of a session in the order in which they sit down: by class, then by student number. */
async function membersInOrder({ tx }: Work, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('bh_experi_group_stu as m')
    .innerJoin('sys_user as u', 'u.id', 'm.stu_id')
    .leftJoin('bh_class as c', 'c.id', 'm.class_id')
    .select(['m.stu_id as student', 'c.class_name as room', 'u.study_number as number'])
    .where('m.experi_group_id', '=', id)
    .execute()
  const members = rows.map((row) => ({ id: text(row.student), className: text(row.room), studyNumber: text(row.number) }))
  return members.sort(byClassAndNumber).map(({ id: student }) => student)
}

/** One device for each small group: those of the session first, then free ones of the course. Answers them by group. */
async function giveDevices(work: Work, session: SessionNow, groups: number): Promise<string[]> {
  const { tx, engine, actor } = work
  await holdDevices(work)
  const allocated = await tx
    .selectFrom(`${deviceTable} as d`)
    .innerJoin('bh_facility as f', 'f.id', 'd.facility_id')
    .select(['d.id as id', 'd.facility_id as device'])
    .where('d.experi_group_id', '=', session.id)
    .orderBy('f.facility_num')
    .limit(groups)
    .execute()
  const missing = groups - allocated.length
  const free = missing > 0 ? await freeDevices(work, session, missing) : []
  if (free.length < missing) throw new Refused(`可用设备不足，还缺 ${missing - free.length} 台！`)
  const numbered = allocated.map((row, at): WireRow => ({ id: row.id, smallGroup: at + 1 }))
  const added = free.map((facilityId, at): WireRow => ({ experiGroupId: session.id, facilityId, smallGroup: allocated.length + at + 1 }))
  await engine.write({ entity: 'sessionDevice', operation: 'edit', rows: numbered, actor, fields: 'all' }, tx)
  await engine.write({ entity: 'sessionDevice', operation: 'add', rows: added, actor, fields: 'all' }, tx)
  return [...allocated.map((row) => text(row.device)), ...free]
}

interface Placing {
  readonly session: SessionNow
  readonly devices: readonly string[]
  readonly students: readonly string[]
}

/** Add the seats that are not there yet, and fill the empty ones from the first on. */
async function makeSeats({ tx, engine, actor }: Work, { session, devices, students }: Placing): Promise<void> {
  const present = await tx
    .selectFrom('bh_experi_seat')
    .select(['id', 'seatnum', 'stu_id', 'facility_id'])
    .where('experi_group_id', '=', session.id)
    .execute()
  const byNumber = new Map(present.map((row) => [Number(row.seatnum), row]))
  const seated = new Set(present.map((row) => text(row.stu_id)))
  const waiting = students.filter((id) => !seated.has(id))
  const added: WireRow[] = []
  const changed: WireRow[] = []
  for (let seatnum = 1; seatnum <= session.seatNum; seatnum++) {
    const smallGroup = smallGroupOf(seatnum, session)
    const there = byNumber.get(seatnum)
    const stuId = text(there?.stu_id) || waiting.shift() || null
    const facilityId = text(there?.facility_id) || devices[smallGroup - 1]
    if (there) changed.push({ id: there.id, facilityId, smallGroup, ...(stuId === null ? {} : { stuId }) })
    else {
      const { courseId, experiId, id } = session
      added.push({ courseId, experiId, experiGroupId: id, seatnum, smallGroup, facilityId, stuId })
    }
  }
  await engine.write({ entity: 'seat', operation: 'edit', rows: changed, actor, fields: 'all' }, tx)
  await engine.write({ entity: 'seat', operation: 'add', rows: added, actor, fields: 'all', waive: ['stuId'] }, tx)
}

async function initSeats(work: Work, id: string): Promise<{ seats: number; devices: number; students: number }> {
  const session = await openSession(work, id)
  const { engine, actor, tx } = work
  await engine.write({ entity: 'session', operation: 'edit', rows: [{ id }], actor, move: 'seat' }, tx)
  withTime(session)
  const students = await membersInOrder(work, id)
  if (students.length > session.seatNum) throw new Refused('场次人数超过座位数，不能初始化座位！')
  const devices = await giveDevices(work, session, smallGroupOf(session.seatNum, session))
  await makeSeats(work, { session, devices, students })
  return { seats: session.seatNum, devices: devices.length, students: students.length }
}

/** Make the seats of a session with their small groups and devices, and put its students into them; once for good. */
export async function initSeatFacility(context: CallContext) {
  const id = text(context.params.id)
  await ownRow(context, 'session', id)
  const result = await inSession(context, id, (work) => initSeats(work, id))
  return { message: `初始化成功！座位 ${result.seats} 个，设备 ${result.devices} 台，学生 ${result.students} 人`, result }
}
