import type { EntityName } from '../names.ts'

/** Rows of another entity in the same sheet, one per line, next to the row that they belong to. */
export interface ImportRowsSpec {
  readonly entity: EntityName
  /** Their reference to this entity. */
  readonly by: string
  /** A `via` column is compared with the row that it is read from, and not written. */
  readonly columns: readonly string[]
}

export interface ImportSpec<K extends string> {
  /** The field that the dialog (or the page's filter) sets once for the whole file. */
  readonly within?: K
  /** The columns of the template, in order; an uploaded sheet may have them in any order. */
  readonly columns: readonly K[]
  /**
   * The key that identifies rows, so that importing the same file again changes nothing. One of its fields should lead an index:
   * `unique`, a reference, `index`.
   */
  readonly matchOn: readonly K[]
  /** Multipart name of the file, if it is not `file`. */
  readonly fileField?: string
  /**
   * Rows of another entity in the same sheet. A row of this entity is repeated on the line of each of them, and added if it does not
   * exist.
   */
  readonly rows?: ImportRowsSpec
}
