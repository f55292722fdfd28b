import type { Counts } from './count-states.ts'
import { stateWords, type ResultState } from './state-of.ts'
import './roster.css'

const order: readonly ResultState[] = ['submitted', 'scored', 'none', 'absent']

/** How many results are in each state, in the colours of their seats. */
export function StateCounts({ counts, asking }: { readonly counts: Counts; readonly asking?: number }) {
  return (
    <p className="live-legend">
      {order.map((state) => (
        <span key={state} data-state={state}>
          {stateWords[state]} {counts[state]}
        </span>
      ))}
      {asking !== undefined && <span data-asking>求助中 {asking}</span>}
    </p>
  )
}
