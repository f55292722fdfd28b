import type { WireRow } from '../../schema/index.ts'
import type { ExistingRow } from './existing-rows.ts'
import type { SourceRow } from './sheet.ts'

/** A sheet row with what its fields say of it and the stored row it means. */
export interface CheckedRow {
  readonly source: SourceRow
  readonly problems: Record<string, string>
  readonly existing: ExistingRow | undefined
  /** Values that the row would have when written. */
  readonly full: WireRow
  /** Fields that the sheet gives and the importer sees starred; they count as changed. */
  readonly unseen: readonly string[]
}
