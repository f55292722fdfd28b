import { Refused, type Reader } from '../../../../engine/server/index.ts'
import { smallGroupOf } from '../../../teaching/small-group.ts'
import { byClassAndNumber } from '../../../teaching/student-order.ts'
import { deviceTable, freeDevices, type Device } from './free-devices.ts'
import { openSession, withTime, type SessionNow } from './places.ts'

export interface Seated {
  readonly id: string
  readonly studyNumber: string
  readonly realname: string
  readonly className: string
}

/** A planned seat; if it already exists, it keeps its id. */
export interface PlannedSeat {
  readonly id: string | undefined
  readonly seatnum: number
  readonly smallGroup: number
  readonly facilityId: string
  readonly stuId: string | null
}

/** What initialising the seats of a session would make. */
export interface Seating {
  readonly session: SessionNow
  readonly students: readonly Seated[]
  /** Devices by small group: those that the session has, with the ids of their bookings, then free ones of the course. */
  readonly allocated: readonly (Device & { readonly bookingId: string })[]
  readonly added: readonly Device[]
  readonly seats: readonly PlannedSeat[]
}

/** Students of a session in the order of seating: by class, then by student number. */
async function membersInOrder(db: Reader, id: string): Promise<Seated[]> {
  const rows = await db
    .selectFrom('bh_experi_group_stu as m')
    .innerJoin('sys_user as u', 'u.id', 'm.stu_id')
    .leftJoin('bh_class as c', 'c.id', 'm.class_id')
    .select(['m.stu_id as student', 'c.class_name as room', 'u.study_number as number', 'u.realname as name'])
    .where('m.experi_group_id', '=', id)
    .execute()
  const members = rows.map((row) => ({
    id: row.student,
    className: row.room ?? '',
    studyNumber: row.number ?? '',
    realname: row.name,
  }))
  return members.sort(byClassAndNumber)
}

async function allocatedDevices(db: Reader, id: string, most: number) {
  return db
    .selectFrom(`${deviceTable} as d`)
    .innerJoin('bh_facility as f', 'f.id', 'd.facility_id')
    .select(['d.id as bookingId', 'f.id as id', 'f.facility_num as facilityNum'])
    .where('d.experi_group_id', '=', id)
    .orderBy('f.facility_num_sort_key')
    .limit(most)
    .execute()
}

/** The places of a session, including existing ones: occupied places stay, empty ones are filled from the first one on. */
async function plannedSeats(db: Reader, session: SessionNow, given: { devices: readonly Device[]; students: readonly Seated[] }) {
  const present = await db
    .selectFrom('bh_experi_seat')
    .select(['id', 'seatnum', 'stu_id', 'facility_id'])
    .where('experi_group_id', '=', session.id)
    .execute()
  const byNumber = new Map(present.map((row) => [row.seatnum, row]))
  const seated = new Set(present.map((row) => row.stu_id))
  const waiting = given.students.filter(({ id }) => !seated.has(id)).map(({ id }) => id)
  return Array.from({ length: session.seatNum }, (_, index): PlannedSeat => {
    const seatnum = index + 1
    const smallGroup = smallGroupOf(seatnum, session)
    const there = byNumber.get(seatnum)
    return {
      id: there?.id,
      seatnum,
      smallGroup,
      facilityId: there?.facility_id || (given.devices[smallGroup - 1]?.id ?? ''),
      stuId: there?.stu_id || (waiting.shift() ?? null),
    }
  })
}

/** Devices that sessions planned before this one will use while it lasts. */
function takenBy(before: readonly Seating[], { startTime, endTime }: SessionNow): string[] {
  const overlapping = before.filter(({ session }) => session.startTime < endTime && session.endTime > startTime)
  return overlapping.flatMap(({ added }) => added.map(({ id }) => id))
}

/**
 * What initialising a session's seats would do, given the sessions planned before it. Only reads; throws the reason if it
 * cannot be done.
 */
export async function planSeating(db: Reader, id: string, before: readonly Seating[] = []): Promise<Seating> {
  const session = await openSession({ tx: db }, id)
  if (session.haveSeat) throw new Refused('座位已初始化，不能重复操作！')
  withTime(session)
  const students = await membersInOrder(db, id)
  if (students.length > session.seatNum) throw new Refused('场次人数超过座位数，不能初始化座位！')
  const groups = smallGroupOf(session.seatNum, session)
  const allocated = await allocatedDevices(db, id, groups)
  const missing = groups - allocated.length
  const added = missing > 0 ? await freeDevices(db, session, { most: missing, without: takenBy(before, session) }) : []
  if (added.length < missing) throw new Refused(`可用设备不足，还缺 ${missing - added.length} 台！`)
  const seats = await plannedSeats(db, session, { devices: [...allocated, ...added], students })
  return { session, students, allocated, added, seats }
}
