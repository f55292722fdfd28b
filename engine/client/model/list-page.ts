import type { WireRow } from '../../schema/index.ts'

/** The answer of a list's call. */
export interface ListPage {
  readonly records: readonly WireRow[]
  readonly total: number
  readonly pages: number
  /** The count stopped at its limit. */
  readonly more?: boolean
  /** The query, so that rows are never taken for the answer to another one. */
  readonly asked: string
}
