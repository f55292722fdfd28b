import type { ResultRow } from '../../wire.ts'

const collator = new Intl.Collator('zh-CN', { numeric: true })
const compare = (one: string | null | undefined, other: string | null | undefined): number => collator.compare(one ?? '', other ?? '')

/** In seating order: session, seat, then the items of each student. */
export const bySeat = (one: ResultRow, other: ResultRow): number =>
  compare(one.experiGroupId_dictText, other.experiGroupId_dictText) ||
  compare(one.groupSeatNum, other.groupSeatNum) ||
  compare(one.studyNumber, other.studyNumber) ||
  compare(one.inspectionId_dictText, other.inspectionId_dictText) ||
  compare(one.id, other.id)
