/** A table in neutral words; both dialects are made from it. */
export interface TableSpec {
  readonly name: string
  readonly columns: readonly ColumnSpec[]
  readonly primaryKey: readonly string[]
  readonly indexes: readonly IndexSpec[]
}

export interface ColumnSpec {
  readonly name: string
  /** text: also dates (`yyyy-MM-dd`) and times; ordered by code point on both databases. */
  readonly type: 'text' | 'integer' | 'real'
  readonly required?: true
  readonly default?: string | number
  readonly references?: { readonly table: string; readonly column: string }
  readonly renamedFrom?: string
}

export interface IndexSpec {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique?: true
}
