import type { AnyField } from '../schema/index.ts'

/** A stored field of an entity: its wire key, its column, its definition. */
export interface StoredField {
  readonly key: string
  readonly column: string
  readonly field: AnyField
}

/** A text field, and the column that holds what it is sorted by. */
export interface OrderedField {
  readonly key: string
  /** The column of the text itself. */
  readonly source: string
  readonly column: string
  readonly personal: boolean
}
