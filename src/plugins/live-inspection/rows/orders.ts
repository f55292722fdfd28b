import type { HelpRow, ResultRow } from './wire.ts'

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Who submitted first is marked first. */
export const bySubmission = (one: ResultRow, other: ResultRow): number =>
  compare(one.submitTime ?? '', other.submitTime ?? '') || compare(one.id, other.id)

/** The newest mark is on top. */
export const byMark = (one: ResultRow, other: ResultRow): number =>
  compare(other.markTime ?? '', one.markTime ?? '') || compare(one.id, other.id)

/** Who has waited longest is helped first. */
export const byWaiting = (one: HelpRow, other: HelpRow): number => compare(one.createTime, other.createTime) || compare(one.id, other.id)
