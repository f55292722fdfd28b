import sumBy from 'lodash-es/sumBy.js'
import type { AddedRow, CallContext, CallParams, EditedRow } from '../../../../engine/server/index.ts'
import { holdDevices } from './free-devices.ts'
import { inSession, ownSeatRow, type SeatContext } from './places.ts'
import { planSeating, type Seating } from './plan-seats.ts'

export interface SeatingTotals {
  readonly seats: number
  readonly devices: number
  readonly students: number
}

export const totalsText = ({ seats, devices, students }: SeatingTotals): string =>
  `座位 ${seats} 个，设备 ${devices} 台，学生 ${students} 人`

/** One device for each small group: first those of the session, then free ones of the course. */
async function writeDevices({ tx, engine, actor }: SeatContext, seatings: readonly Seating[]): Promise<void> {
  const numbered = seatings.flatMap(({ allocated }) => allocated.map(({ bookingId }, index) => ({ id: bookingId, smallGroup: index + 1 })))
  const added = seatings.flatMap(({ session, allocated, added: free }) =>
    free.map(({ id }, index) => ({ experiGroupId: session.id, facilityId: id, smallGroup: allocated.length + index + 1 })),
  )
  const write = { entity: 'sessionDevice', actor, fields: 'all' } as const
  await engine.write({ ...write, operation: 'edit', rows: numbered }, tx)
  await engine.write({ ...write, operation: 'add', rows: added }, tx)
}

async function writePlaces({ tx, engine, actor }: SeatContext, seatings: readonly Seating[]): Promise<void> {
  const added: AddedRow<'seat'>[] = []
  const changed: EditedRow<'seat'>[] = []
  for (const { session, seats } of seatings) {
    const { courseId, experiId, id: experiGroupId } = session
    for (const { id, stuId, ...place } of seats) {
      if (id === undefined) added.push({ courseId, experiId, experiGroupId, ...place, stuId })
      else changed.push({ id, facilityId: place.facilityId, smallGroup: place.smallGroup, ...(stuId === null ? {} : { stuId }) })
    }
  }
  await engine.write({ entity: 'seat', operation: 'edit', rows: changed, actor, fields: 'all' }, tx)
  await engine.write({ entity: 'seat', operation: 'add', rows: added, actor, fields: 'all', waive: ['stuId'] }, tx)
}

/** Write what was planned under the same locks, all sessions together. */
export async function writeSeatings(context: SeatContext, seatings: readonly Seating[]): Promise<SeatingTotals> {
  const { tx, engine, actor } = context
  const rows = seatings.map(({ session }) => ({ id: session.id }))
  await engine.write({ entity: 'session', operation: 'edit', rows, actor, move: 'seat' }, tx)
  await writeDevices(context, seatings)
  await writePlaces(context, seatings)
  return {
    seats: sumBy(seatings, ({ seats }) => seats.length),
    devices: sumBy(seatings, ({ allocated, added }) => allocated.length + added.length),
    students: sumBy(seatings, ({ students }) => students.length),
  }
}

/** Make the seats of a session with their small groups and devices, and seat its students; this can be done only once. */
export async function initSeatFacility(call: CallContext<CallParams<'session', 'initSeatFacility'>>) {
  const { id } = call.params
  await ownSeatRow(call, 'session', id)
  const result = await inSession(call, id, async (context) => {
    await holdDevices(context)
    return writeSeatings(context, [await planSeating(context.tx, id)])
  })
  return { message: `初始化成功！${totalsText(result)}`, result }
}
