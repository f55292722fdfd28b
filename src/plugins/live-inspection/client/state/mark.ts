import pick from 'lodash-es/pick.js'
import type { EditedRow } from '../../../../../engine/schema/index.ts'
import type { MarkClash, ClashDetails, ResultRow } from '../../wire.ts'
import type { MarkDraft } from './draft-store.ts'
import { SCORED, SUBMITTED } from '../../../../../schemas/teaching/submission-states.ts'

type Marked = Pick<ResultRow, 'score' | 'comment' | 'inspectionCommentId' | 'bz' | 'submitStatus'>

/** The row's own values in the form in which they are typed. The score of an absence is not the score of a later submission. */
export const draftOf = (row: Marked): MarkDraft => ({
  score: row.score === null || row.submitStatus === SUBMITTED ? '' : String(row.score),
  comment: row.comment ?? '',
  inspectionCommentId: row.inspectionCommentId ?? null,
  bz: row.bz ?? '',
})

export const isSameDraft = (one: MarkDraft, other: MarkDraft): boolean =>
  one.score === other.score && one.comment === other.comment && one.bz === other.bz && one.inspectionCommentId === other.inspectionCommentId

/** Turns full-width digits and a decimal comma, as input methods write them, into a plain number. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[。．，,]/g, '.')

/** Signs that make it another number stay, so that -5 or 3/5 is refused and not saved as 5 or 35. */
export const cleanScore = (text: string): string =>
  plain(text)
    .replace(/[－−–—]/g, '-')
    .replace(/／/g, '/')
    .replace(/[^\d./-]/g, '')

/** Why a score cannot be saved, if there is a reason. */
export function scoreProblem(text: string): string | undefined {
  const score = plain(text)
  if (score === '') return '请填写分数'
  return /^\d{1,3}(\.\d?)?$/.test(score) && Number(score) <= 100 ? undefined : '分数应在 0 到 100 之间!'
}

/** The values stored for a draft. */
const storedOf = (draft: MarkDraft) => ({
  score: Number(plain(draft.score)),
  comment: draft.comment.trim() || null,
  inspectionCommentId: draft.inspectionCommentId,
  bz: draft.bz.trim() || null,
})

const markFields = ['score', 'comment', 'inspectionCommentId', 'bz', 'submitStatus', 'submitCount'] as const
type MarkValues = Pick<EditedRow<'inspectionResult'>, (typeof markFields)[number]>
/** Every save sends these, changed or not. */
const alwaysSaid: readonly (keyof MarkValues)[] = ['score', 'submitStatus', 'submitCount']

/** The body of a save: the changed values of a result, each with the value that it replaces. */
export interface MarkBody extends MarkValues {
  readonly id: string
  readonly version: number
  readonly _base: MarkValues
}

/**
 * The request that saves a draft: only the changed values, each with the value that it replaces, and always the submission that
 * the marker looked at, so that photos nobody saw get no mark.
 */
export function markBody(row: Marked & Pick<ResultRow, 'id' | 'version' | 'submitCount'>, draft: MarkDraft): MarkBody {
  const { id, version, submitCount } = row
  const next: MarkValues = { ...storedOf(draft), submitStatus: SCORED, submitCount }
  const isSame = (key: keyof MarkValues) => (next[key] ?? null) === (row[key] ?? null)
  const keys = markFields.filter((key) => alwaysSaid.includes(key) || !isSame(key))
  return { id, version, _base: pick(row, keys), ...pick(next, keys) }
}

/** The student submitted again: the conflict is about photos that the marker has not seen, not about a colleague's mark. */
export const isResubmission = ({ clashes }: ClashDetails): boolean => clashes.some(({ field }) => field === 'submitCount')

/** The row as the other person left it, for a save that is meant to replace it. */
export function withTheirs<Row extends Marked>(row: Row, version: number, clashes: readonly MarkClash[]): Row {
  return { ...row, ...Object.fromEntries(clashes.map(({ field, theirs }) => [field, theirs])), version }
}

/** The draft after each clash is decided. */
export function resolveDraft(draft: MarkDraft, clashes: readonly MarkClash[], takesTheirs: (field: string) => boolean): MarkDraft {
  const theirsOf = (key: keyof MarkDraft) => clashes.find(({ field }) => field === key && takesTheirs(field))
  const textOf = (key: 'score' | 'comment' | 'bz'): string => {
    const clash = theirsOf(key)
    return clash ? String(clash.theirs ?? '') : draft[key]
  }
  const chosen = theirsOf('inspectionCommentId')
  const ready = chosen ? String(chosen.theirs ?? '') || null : draft.inspectionCommentId
  return { ...draft, score: textOf('score'), comment: textOf('comment'), bz: textOf('bz'), inspectionCommentId: ready }
}
