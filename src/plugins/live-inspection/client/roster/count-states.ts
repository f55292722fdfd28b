import type { ResultRow } from '../../wire.ts'
import { rosterStateOf, type ResultState } from './state-of.ts'

export type Counts = Readonly<Record<ResultState, number>>

/** How many results are in each state. */
export function countStates(rows: readonly ResultRow[]): Counts {
  const counts = { none: 0, submitted: 0, scored: 0, absent: 0 }
  for (const row of rows) counts[rosterStateOf(row)] += 1
  return counts
}
