import type { WireRow } from '../../../schema/index.ts'
import type { CommitResult } from '../commit/commit-import.ts'
import type { CellProblem } from '../errors.ts'
import type { ImportPlan } from '../check/import-plan.ts'
import type { ShownChange } from './shown-changes.ts'

export type JobPhase = 'reading' | 'checking' | 'ready' | 'importing' | 'done' | 'failed'

/** What its owner sees of an import that is not over. */
export interface WaitingImport {
  readonly job: string
  readonly entity: string
  /** What the whole file belongs to. */
  readonly given: WireRow
  readonly phase: JobPhase
  /** Data rows of the file, as far as known. */
  readonly rows: number
}

/** What the import dialog shows. */
export interface JobView {
  readonly job: string
  readonly phase: JobPhase
  /** Data rows of the file, as far as known. */
  readonly rows: number
  /** Rows that the current phase has processed. */
  readonly done: number
  readonly counts: ImportPlan['counts']
  /** The rows that those of the sheet belong to, if it contains both. */
  readonly above?: { readonly title: string; readonly add: number; readonly change: number; readonly same: number }
  readonly errors: readonly CellProblem[]
  readonly errorTotal: number
  /** Columns of the file that are ignored. */
  readonly ignored: readonly string[]
  /** What the first changed rows change. */
  readonly changes: readonly ShownChange[]
  readonly message?: string
  readonly result?: CommitResult
}
