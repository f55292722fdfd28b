import { rosterStateOf } from '../roster/state-of.ts'
import type { BenchSeat, HelpRow, ResultRow } from '../../wire.ts'

/** `partly`: some items are scored, and nothing has come yet for the others. */
export type SeatState = 'empty' | 'none' | 'submitted' | 'partly' | 'scored' | 'absent'

export interface LiveSeat extends BenchSeat {
  readonly state: SeatState
  /** All results of the student, one per item. */
  readonly results: readonly ResultRow[]
  /** Those that the state is about: of the chosen item, or else all. */
  readonly shown: readonly ResultRow[]
  readonly scored: number
  /** The open request of this student or of the device at their seat. */
  readonly request: HelpRow | undefined
}

function seatState(shown: readonly ResultRow[]): SeatState {
  const states = shown.map(rosterStateOf)
  if (states.includes('submitted')) return 'submitted'
  if (states.length > 0 && states.every((state) => state === 'scored')) return 'scored'
  if (states.includes('scored')) return 'partly'
  return states.length > 0 && states.every((state) => state === 'absent') ? 'absent' : 'none'
}

interface Rows {
  /** All results of the session. */
  readonly results: readonly ResultRow[]
  readonly help: readonly HelpRow[]
}

/** The state of each seat of a session, over all items or for the chosen one. */
export function liveSeats(seats: readonly BenchSeat[], sessionId: string, rows: Rows, itemId = ''): LiveSeat[] {
  const here = <Row extends { readonly experiGroupId: string; readonly stuId: string }>(all: readonly Row[]) =>
    Map.groupBy(
      all.filter(({ experiGroupId }) => experiGroupId === sessionId),
      ({ stuId }) => stuId,
    )
  const [results, asking] = [here(rows.results), here(rows.help)]
  return seats.map((seat) => {
    const of = <Row>(map: Map<string, Row[]>) => (seat.stuId ? (map.get(seat.stuId) ?? []) : [])
    const own = of(results)
    const shown = itemId === '' ? own : own.filter(({ inspectionId }) => inspectionId === itemId)
    const state = seat.stuId ? seatState(shown) : 'empty'
    const scored = own.filter((row) => rosterStateOf(row) === 'scored').length
    return { ...seat, state, results: own, shown, scored, request: of(asking)[0] }
  })
}

export interface SeatGroup {
  readonly number: number
  readonly device: string
  readonly seats: readonly LiveSeat[]
}

/** Seats by small group; each group works at one device. */
export function seatGroups(seats: readonly LiveSeat[]): SeatGroup[] {
  return [...Map.groupBy(seats, ({ smallGroup }) => smallGroup ?? 0)]
    .sort(([one], [other]) => one - other)
    .map(([number, members]) => ({
      number,
      device: members.map(({ facilityName, facilityNum }) => `${facilityName ?? ''} ${facilityNum ?? ''}`.trim()).find(Boolean) ?? '',
      seats: members,
    }))
}
