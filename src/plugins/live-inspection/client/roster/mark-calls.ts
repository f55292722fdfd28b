import { declaredCall, newKey } from '../../../../../engine/client/index.ts'
import type { MarkPlace, MarkPlan, Marks, Seen } from '../../wire.ts'
import { inspectionBase } from '../state/calls.ts'

const seenIn = (rows: readonly Seen[]) => ({
  ids: rows.map(({ id }) => id).join(','),
  versions: rows.map(({ version }) => version).join(','),
})

export const planMarks = (place: MarkPlace, marks: Marks) =>
  declaredCall(`${inspectionBase}/planMarks`, { ...place, ...marks }).post<MarkPlan>()

/** Write exactly the results shown in the preview; refused if any of them changed. */
export const markMany = (rows: readonly Seen[], marks: Marks, idempotencyKey: string) =>
  declaredCall(`${inspectionBase}/markMany`, { ...seenIn(rows), ...marks }).send<readonly Seen[]>(idempotencyKey)

export const undoMarks = (rows: readonly Seen[]) => declaredCall(`${inspectionBase}/undoMarks`, seenIn(rows)).send(newKey())
