import type { MarkOrder } from './mark-order.ts'
import type { HelpRow, ResultRow } from '../../wire.ts'

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Earlier submissions are marked first. */
export const bySubmission = (one: ResultRow, other: ResultRow): number =>
  compare(one.submitTime ?? '', other.submitTime ?? '') || compare(one.id, other.id)

/** The order of the server's queue: by item, or by student number and then item. Ids grow in the order in which items were made. */
export const orderings: Readonly<Record<MarkOrder, (one: ResultRow, other: ResultRow) => number>> = {
  item: (one, other) => compare(one.inspectionId, other.inspectionId) || bySubmission(one, other),
  student: (one, other) =>
    compare(one.studyNumber ?? '', other.studyNumber ?? '') || compare(one.inspectionId, other.inspectionId) || bySubmission(one, other),
}

/** The newest mark comes first. */
export const byMark = (one: ResultRow, other: ResultRow): number =>
  compare(other.markTime ?? '', one.markTime ?? '') || compare(one.id, other.id)

/** The longest wait comes first. */
export const byWaiting = (one: HelpRow, other: HelpRow): number => compare(one.createTime, other.createTime) || compare(one.id, other.id)
