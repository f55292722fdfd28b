import { NotFound, type EditedRow, type StoredRow, type Tx } from '../../../../engine/server/index.ts'
import type { SeatContext } from './places.ts'

/** A seat as the transaction sees it. */
export interface SeatNow extends Pick<StoredRow<'seat'>, 'id' | 'seatnum' | 'absent'> {
  readonly groupSeatNum: string
  readonly stuId: string
}

/** All seats of a session by number. */
export async function seatsOf(tx: Tx, sessionId: string): Promise<SeatNow[]> {
  const rows = await tx
    .selectFrom('bh_experi_seat')
    .select(['id', 'seatnum', 'group_seat_num', 'stu_id', 'absent'])
    .where('experi_group_id', '=', sessionId)
    .orderBy('seatnum')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    seatnum: row.seatnum,
    groupSeatNum: row.group_seat_num ?? '',
    stuId: row.stu_id ?? '',
    absent: row.absent,
  }))
}

export function seatNamed(seats: readonly SeatNow[], id: string): SeatNow {
  const seat = seats.find((one) => one.id === id)
  if (!seat) throw new NotFound()
  return seat
}

/** The student for a seat, and whether they are marked absent. */
export interface Sitting {
  readonly seat: string
  readonly stuId: string
  readonly absent?: SeatNow['absent'] | undefined
}

/**
 * Put students into seats; an empty `stuId` empties the seat. Seats are emptied before others are filled, so that nobody ever
 * holds two seats, even while two people swap.
 */
export async function sit({ engine, actor, tx }: SeatContext, sittings: readonly Sitting[]): Promise<void> {
  const write = (rows: readonly EditedRow<'seat'>[]) =>
    engine.write({ entity: 'seat', operation: 'edit', rows, actor, fields: 'all', waive: ['stuId'] }, tx)
  await write(sittings.map(({ seat }) => ({ id: seat, stuId: null, absent: 0 })))
  await write(sittings.filter(({ stuId }) => stuId !== '').map(({ seat, stuId, absent = 0 }) => ({ id: seat, stuId, absent })))
}
