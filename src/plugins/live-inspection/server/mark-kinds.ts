import { holds, type Condition } from '../../../../engine/schema/index.ts'
import { InvalidInput, isEmpty, type CallParams, type EditedRow, type StoredRow } from '../../../../engine/server/index.ts'
import type { MarkedRow } from './marked-rows.ts'
import { ABSENT, MADE_UP, NOT_SUBMITTED, SCORED, SHOWN, SUBMITTED } from '../../../../schemas/teaching/submission-states.ts'

/** The values to write, as `markMany` receives them. */
type Marks = Pick<CallParams<'inspectionResult', 'markMany'>, 'mark' | 'score' | 'comment' | 'bz' | 'absentReason'>
type Written = Omit<EditedRow<'inspectionResult'>, 'id' | 'version'>

/** A condition on what is read of a result before it is marked. */
type MarkCondition = Condition<Pick<StoredRow<'inspectionResult'>, keyof MarkedRow & keyof StoredRow<'inspectionResult'>>>

/** One kind of mark, to be written on many results. */
export interface MarkRule {
  /** The results that can get it. */
  readonly when: MarkCondition
  /** The results that it concerns at all; a preview does not mention others. */
  readonly about?: MarkCondition
  /** Written as the marker's own edit, so that the rules of a mark apply; otherwise by the server. */
  readonly isMark: boolean
  values(marks: Marks): Written
  done(count: number): string
}

/** What the marker wrote beside the score; fields left empty stay unchanged. */
const remarksOf = ({ comment, bz }: Marks) => ({
  ...(isEmpty(comment) ? {} : { comment }),
  ...(isEmpty(bz) ? {} : { bz }),
})

const kinds: Readonly<Record<Marks['mark'], MarkRule>> = {
  score: {
    when: { submitStatus: [NOT_SUBMITTED, SUBMITTED], attendance: { not: ABSENT } },
    isMark: true,
    values(params) {
      if (isEmpty(params.score)) throw new InvalidInput({ score: '请填写分数' })
      return { score: params.score, submitStatus: SCORED, ...remarksOf(params) }
    },
    done: (count) => `已评分 ${count} 项！`,
  },
  absentScore: {
    when: { submitStatus: [NOT_SUBMITTED, SUBMITTED], attendance: ABSENT },
    about: { attendance: ABSENT },
    isMark: true,
    values: (params) => ({ score: isEmpty(params.score) ? 0 : params.score, submitStatus: SCORED, ...remarksOf(params) }),
    done: (count) => `已为缺席记分 ${count} 项！`,
  },
  absent: {
    when: { submitStatus: NOT_SUBMITTED, attendance: { not: ABSENT } },
    isMark: false,
    values({ absentReason }) {
      if (isEmpty(absentReason)) throw new InvalidInput({ absentReason: '请输入缺席原因！' })
      return { attendance: ABSENT, absentReason }
    },
    done: (count) => `已登记缺席 ${count} 项！`,
  },
  present: {
    when: { submitStatus: NOT_SUBMITTED, attendance: ABSENT },
    about: { attendance: ABSENT },
    isMark: false,
    values: () => ({ attendance: null, absentReason: null }),
    done: (count) => `已取消缺席 ${count} 项！`,
  },
}

export const markKind = ({ mark }: Marks): MarkRule => kinds[mark]

/** Why a result cannot get this mark; undefined if it can. */
export function whyNot(kind: MarkRule, row: MarkedRow): string | undefined {
  if (row.holder) return `${row.holder}正在评分`
  if (holds(kind.when, row)) return undefined
  if (row.submitStatus === SCORED) return `已评 ${row.score ?? 0} 分`
  if (row.attendance === ABSENT) return '缺席'
  return row.submitStatus === SUBMITTED ? '已提交' : '未缺席'
}

/** What a score implies about attendance: students without a submission have shown their work at the bench, absent ones have made it up. */
export function attendanceAfterMark(
  before: Pick<StoredRow<'inspectionResult'>, 'attendance' | 'submitStatus' | 'submitCount'>,
  score: number,
): StoredRow<'inspectionResult'>['attendance'] {
  if (before.attendance === ABSENT) return score > 0 ? MADE_UP : ABSENT
  if (before.attendance === null && before.submitStatus === NOT_SUBMITTED && before.submitCount === 0) return SHOWN
  return before.attendance
}
