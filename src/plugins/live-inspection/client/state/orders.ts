import type { MarkOrder } from './mark-order.ts'
import type { HelpRow, ResultRow } from '../../wire.ts'

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Who submitted first is marked first. */
export const bySubmission = (one: ResultRow, other: ResultRow): number =>
  compare(one.submitTime ?? '', other.submitTime ?? '') || compare(one.id, other.id)

/** As the server's queue goes: by item, or by student number and then item. Ids are in the order in which items were made. */
export const orderings: Readonly<Record<MarkOrder, (one: ResultRow, other: ResultRow) => number>> = {
  item: (one, other) => compare(one.inspectionId, other.inspectionId) || bySubmission(one, other),
  student: (one, other) =>
    compare(one.studyNumber ?? '', other.studyNumber ?? '') || compare(one.inspectionId, other.inspectionId) || bySubmission(one, other),
}

/** The newest mark is on top. */
export const byMark = (one: ResultRow, other: ResultRow): number =>
  compare(other.markTime ?? '', one.markTime ?? '') || compare(one.id, other.id)

/** Who has waited longest is helped first. */
export const byWaiting = (one: HelpRow, other: HelpRow): number => compare(one.createTime, other.createTime) || compare(one.id, other.id)
