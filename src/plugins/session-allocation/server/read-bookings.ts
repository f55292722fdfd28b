import { chunksOf, NotFound, type Actor, type Engine, type Reader } from '../../../../engine/server/index.ts'
import type { Booking } from '../shared/clashes.ts'
import type { Demand } from '../shared/devices.ts'
import type { PlannedSession } from '../shared/plan.ts'
import type { AllocationChoice } from './read-choice.ts'

interface Span {
  readonly from: string
  readonly to: string
}

interface Ask {
  readonly engine: Engine
  readonly actor: Actor
  readonly choice: AllocationChoice
  readonly sessions: readonly PlannedSession[]
}

/** What stored sessions occupy while the planned ones run. */
export interface Bookings {
  readonly bookings: readonly Booking[]
  readonly demands: readonly Demand[]
}

function spanOf(sessions: readonly PlannedSession[]): Span | undefined {
  const starts = sessions.flatMap(({ startTime }) => startTime ?? []).sort()
  const ends = sessions.flatMap(({ endTime }) => endTime ?? []).sort()
  const [from, to] = [starts[0], ends.at(-1)]
  return from && to ? { from, to } : undefined
}

/** Rooms must belong to the course; any other is answered as if it did not exist. */
async function demandAddresses(db: Reader, courseId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('bh_experi_adress')
    .select('id')
    .where('course_id', '=', courseId)
    .where('id', 'in', [...ids])
    .execute()
  if (rows.length !== ids.length) throw new NotFound()
}

const columns = ['t.id', 't.course_id', 't.group_name', 't.facility_num', 't.experi_adress_id', 't.start_time', 't.end_time'] as const

/**
 * The course's sessions within a time, and those of other courses in which the students sit; sessions that the actor may not
 * see come without their names. Reads with the given connection only.
 */
async function sessionsWithin(db: Reader, { engine, actor, choice }: Ask, span: Span & { readonly others: readonly string[] }) {
  const all = db
    .selectFrom('bh_experi_group as t')
    .innerJoin('bh_experi as e', 'e.id', 't.experi_id')
    .select([...columns, 'e.experi_name'])
    .select((eb) =>
      eb
        .case()
        .when(engine.visible(engine.model('session'), actor))
        .then(1)
        .else(0)
        .end()
        .as('named'),
    )
  const rows = await all
    .where('t.course_id', '=', choice.courseId)
    .where('t.start_time', '<', span.to)
    .where('t.end_time', '>', span.from)
    .execute()
  const foundIds = new Set(rows.map((row) => row.id))
  for (const ids of chunksOf(span.others.filter((id) => !foundIds.has(id)))) rows.push(...(await all.where('t.id', 'in', ids).execute()))
  return rows.map((row) => ({
    id: row.id,
    courseId: row.course_id,
    addressId: row.experi_adress_id,
    facilityNum: row.facility_num,
    startTime: row.start_time ?? '',
    endTime: row.end_time ?? '',
    session: row.named === 1 ? `${row.experi_name} ${row.group_name}` : '其他课程的场次',
  }))
}

/** Which students of the chosen classes are in sessions at that time. */
async function membersWithin(db: Reader, { classes }: AllocationChoice, { from, to }: Span) {
  return db
    .selectFrom('bh_experi_group_stu as m')
    .select(['m.stu_id', 'm.experi_group_id'])
    .where('m.start_time', '<', to)
    .where('m.end_time', '>', from)
    .where(
      'm.stu_id',
      'in',
      db
        .selectFrom('bh_class_stu as s')
        .select('s.stu_id')
        .where('s.class_id', 'in', [...classes.keys()]),
    )
    .execute()
}

/** Read in a few statements what the planned times, rooms and students could clash with. */
export async function readBookings(db: Reader, ask: Ask): Promise<Bookings> {
  const { choice, sessions } = ask
  const addresses = new Set(sessions.flatMap(({ experiAdressId }) => experiAdressId ?? []))
  await demandAddresses(db, choice.courseId, [...addresses])
  const span = spanOf(sessions)
  if (!span) return { bookings: [], demands: [] }
  const members = await membersWithin(db, choice, span)
  const others = [...new Set(members.map((member) => member.experi_group_id))]
  const stored = await sessionsWithin(db, ask, { ...span, others })
  const byId = new Map(stored.map((session) => [session.id, session]))
  const bookings: Booking[] = []
  for (const { addressId, startTime, endTime, session } of stored) {
    if (addressId !== null && addresses.has(addressId)) bookings.push({ kind: 'address', id: addressId, startTime, endTime, session })
  }
  for (const member of members) {
    const booked = byId.get(member.experi_group_id)
    if (!booked) continue
    bookings.push({
      kind: 'student',
      id: member.stu_id,
      startTime: booked.startTime,
      endTime: booked.endTime,
      session: booked.session,
    })
  }
  return { bookings, demands: stored.filter((session) => session.courseId === choice.courseId) }
}

export async function countDevices(db: Reader, courseId: string): Promise<number> {
  const row = await db
    .selectFrom('bh_facility')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  return row?.n ?? 0
}
