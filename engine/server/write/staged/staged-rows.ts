import type { WireRow } from '../../../schema/index.ts'
import type { Model } from '../../model/model.ts'
import type { Tx } from '../../database/transaction.ts'

/** Rows of one table, each with a value for every column. */
export interface NewRows {
  /** Stands for the table and its columns in the shapes of statements. */
  readonly name: string
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** The rows are in the table already, known by their first column; these columns change. */
  readonly changed?: readonly string[]
}

/**
 * Added and edited rows that have been checked and wait, outside of all tables, until they are stored together: one writer holds all others
 * only as long as that takes. They are forgotten when the server ends.
 */
export interface StagedRows {
  /** Whether edited rows may wait, too. */
  readonly takesEdits: boolean
  /** Begin with none, in a slot that no other staged rows have. */
  open(slot: number): Promise<void>
  /** What checked rows become, kept for `store`. */
  take(tx: Tx, sets: readonly NewRows[]): Promise<void>
  /** The check of a row relies on these rows, of another entity or its own, as they are now. */
  relyOn(model: Model, rows: ReadonlyMap<string, WireRow>): void
  /** Whether everything is still as the checks rely on it; that unique values are still free is the database's to say. */
  isAsChecked(tx: Tx): Promise<boolean>
  /** Store all rows, with their links and their audit. */
  store(tx: Tx): Promise<void>
  /** Forget them. */
  drop(): Promise<void>
}
