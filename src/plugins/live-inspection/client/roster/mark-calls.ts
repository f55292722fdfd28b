import { api, send } from '../../../../../engine/client/index.ts'
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

export const planMarks = (place: MarkPlace, marks: Marks) => api.post<MarkPlan>(`${base}/planMarks`, { ...place, ...marks })

/** Write exactly what was seen; refused when any of it changed. */
export const markMany = (rows: readonly Seen[], marks: Marks, idempotencyKey: string) =>
  send<readonly Seen[]>({ method: 'POST', url: `${base}/markMany`, data: { ...seenIn(rows), ...marks }, idempotencyKey })

export const undoMarks = (rows: readonly Seen[]) =>
  send<unknown>({ method: 'POST', url: `${base}/undoMarks`, data: seenIn(rows), idempotencyKey: crypto.randomUUID() })
