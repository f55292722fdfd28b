import type { HelpRow, ResultRow } from '../rows/wire.ts'

export type SeatState = 'empty' | 'none' | 'submitted' | 'scored'

/** A row of `groupSeatList`, as far as it is shown here. */
export interface BenchSeat {
  readonly id: string
  readonly groupSeatNum: string
  readonly smallGroup: number | null
  readonly facilityName: string | null
  readonly facilityNum: string | null
  readonly stuId: string | null
  readonly realname: string | null
  readonly studyNumber: string | null
}

export interface LiveSeat extends BenchSeat {
  readonly state: SeatState
  readonly submitted: readonly ResultRow[]
  readonly scored: readonly ResultRow[]
  /** The open request of this student or of the device at which he works. */
  readonly request: HelpRow | undefined
}

interface Rows {
  readonly submitted: readonly ResultRow[]
  readonly history: readonly ResultRow[]
  readonly help: readonly HelpRow[]
}

/** What each seat of a session is at: something to mark comes before what is marked. */
export function liveSeats(seats: readonly BenchSeat[], sessionId: string, rows: Rows): LiveSeat[] {
  const here = <Row extends { readonly experiGroupId: string; readonly stuId: string }>(all: readonly Row[]) =>
    Map.groupBy(
      all.filter(({ experiGroupId }) => experiGroupId === sessionId),
      ({ stuId }) => stuId,
    )
  const [submitted, scored, asking] = [here(rows.submitted), here(rows.history), here(rows.help)]
  return seats.map((seat) => {
    const of = <Row>(map: Map<string, Row[]>) => (seat.stuId ? (map.get(seat.stuId) ?? []) : [])
    const waiting = of(submitted)
    const done = of(scored)
    const state = !seat.stuId ? 'empty' : waiting.length > 0 ? 'submitted' : done.length > 0 ? 'scored' : 'none'
    return { ...seat, state, submitted: waiting, scored: done, request: of(asking)[0] }
  })
}

export interface SeatGroup {
  readonly number: number
  readonly device: string
  readonly seats: readonly LiveSeat[]
}

/** Seats by small group, which work at one device. */
export function seatGroups(seats: readonly LiveSeat[]): SeatGroup[] {
  return [...Map.groupBy(seats, ({ smallGroup }) => smallGroup ?? 0)]
    .sort(([one], [other]) => one - other)
    .map(([number, members]) => ({
      number,
      device: members.map(({ facilityName, facilityNum }) => `${facilityName ?? ''} ${facilityNum ?? ''}`.trim()).find(Boolean) ?? '',
      seats: members,
    }))
}
