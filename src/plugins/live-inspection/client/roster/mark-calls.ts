import { declaredCall } from '../../../../../engine/client/index.ts'
import { base } from '../state/calls.ts'

export type MarkKind = 'score' | 'absent' | 'absentScore' | 'present'

/** Whose results are marked. */
export interface MarkPlace {
  readonly courseId: string
  readonly experiGroupId: string
  readonly inspectionId?: string | undefined
  readonly smallGroup?: string | undefined
  readonly stuId?: string | undefined
}

/** What is written. */
export interface Marks {
  readonly mark: MarkKind
  readonly score?: string
  readonly comment?: string
  readonly bz?: string
  readonly absentReason?: string
}

interface PlannedRow {
  readonly id: string
  readonly version: number
  readonly realname: string | null
  readonly groupSeatNum: string | null
  readonly inspectionId_dictText: string | null
  readonly submitStatus: number
  readonly score: number | null
}

export interface PassedRow extends PlannedRow {
  readonly why: string
}

/** What marking would write, and whom it passes over. */
export interface MarkPlan {
  /** As many as can be written at once, of `rowTotal`. */
  readonly rows: readonly PlannedRow[]
  readonly rowTotal: number
  /** The first of `passedTotal`. */
  readonly passed: readonly PassedRow[]
  readonly passedTotal: number
}

export interface Seen {
  readonly id: string
  readonly version: number
}

const seenIn = (rows: readonly Seen[]) => ({
  ids: rows.map(({ id }) => id).join(','),
  versions: rows.map(({ version }) => version).join(','),
})

export const planMarks = (place: MarkPlace, marks: Marks) => declaredCall(`${base}/planMarks`, { ...place, ...marks }).post<MarkPlan>()

/** Write exactly what was seen; refused when any of it changed. */
export const markMany = (rows: readonly Seen[], marks: Marks, idempotencyKey: string) =>
  declaredCall(`${base}/markMany`, { ...seenIn(rows), ...marks }).send<readonly Seen[]>(idempotencyKey)

export const undoMarks = (rows: readonly Seen[]) => declaredCall(`${base}/undoMarks`, seenIn(rows)).send(crypto.randomUUID())
