import type { WireRow } from '../../../schema/index.ts'
import type { ExistingRow } from './existing-rows.ts'
import type { SourceRow } from '../sheet/sheet.ts'

/** A sheet row with its checked values and the stored row that it refers to. */
export interface CheckedSheetRow {
  readonly source: SourceRow
  readonly problems: Record<string, string>
  readonly existing: ExistingRow | undefined
  /** Values that the row would have when written. */
  readonly full: WireRow
  /** Fields in the sheet that are masked for the importer; they count as changed. */
  readonly unseen: readonly string[]
}
