import type { Generated } from 'kysely'
import type { ColumnKind } from '../../fields/contract.ts'

/** A table independent of the dialect; both databases derive from it. */
export interface TableSpec {
  readonly name: string
  readonly columns: readonly TableColumn[]
  readonly primaryKey: readonly string[]
  readonly indexes: readonly TableIndex[]
}

export interface TableColumn {
  readonly name: string
  /** text: also dates (`yyyy-MM-dd`) and times; ordered by code point on both databases. */
  readonly type: ColumnKind
  /** Places of a decimal. */
  readonly scale?: number
  readonly required?: true
  readonly default?: string | number
  readonly references?: { readonly table: string; readonly column: string }
  readonly renamedFrom?: string
}

export interface TableIndex {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique?: true
  /** Finds rows by what the texts of these columns contain; a table has one such index at most. */
  readonly contains?: true
}

type ValueOfType<T> = T extends 'text' ? string : number
type CellOf<C> = C extends { readonly type: infer T; readonly required: true }
  ? C extends { readonly default: unknown }
    ? Generated<ValueOfType<T>>
    : ValueOfType<T>
  : C extends { readonly type: infer T }
    ? ValueOfType<T> | null
    : never
type Named = Pick<TableSpec, 'name' | 'columns'>
type CellsOf<C extends TableColumn> = { [S in C as S['name']]: CellOf<S> }

/** Rows of literal table specs, by the tables' names. */
export type RowsOfTables<L extends readonly Named[]> = { [T in L[number] as T['name']]: CellsOf<T['columns'][number]> }

/** A table that keeps the names of its columns: its row type derives from it. */
export const defineTable = <const T extends TableSpec>(table: T): T => table

/** Columns of tables that are written down by hand; without `required` they may be empty. */
export const columnKinds = {
  text: <const N extends string>(name: N) => ({ name, type: 'text' }) as const,
  requiredText: <const N extends string>(name: N) => ({ name, type: 'text', required: true }) as const,
  integer: <const N extends string>(name: N) => ({ name, type: 'integer' }) as const,
  requiredInteger: <const N extends string>(name: N) => ({ name, type: 'integer', required: true }) as const,
  integerFromZero: <const N extends string>(name: N) => ({ name, type: 'integer', required: true, default: 0 }) as const,
}
