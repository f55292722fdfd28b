import type { RawBuilder } from 'kysely'

/** The rows that a relation field links to any of these: a query of their `id`. */
export interface LinkedTo {
  readonly relation: string
  readonly to: RawBuilder<unknown>
}

/** A text that a field of the rows holds somewhere, as the filter `*text*` finds it. */
export interface HoldsText {
  readonly field: string
  readonly text: string
}
