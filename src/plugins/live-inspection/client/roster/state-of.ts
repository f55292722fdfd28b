import type { ResultRow } from '../../wire.ts'
import { ABSENT, SCORED, SUBMITTED } from '../../../../../schemas/teaching/submission-states.ts'

export type ResultState = 'none' | 'submitted' | 'scored' | 'absent'

/** The state of a result; an absent student with a score counts as scored. */
export function rosterStateOf({ submitStatus, attendance }: ResultRow): ResultState {
  if (submitStatus === SCORED) return 'scored'
  if (submitStatus === SUBMITTED) return 'submitted'
  return attendance === ABSENT ? 'absent' : 'none'
}

export const stateWords: Readonly<Record<ResultState, string>> = { none: '未提交', submitted: '待评分', scored: '已评分', absent: '缺席' }

/** The state in words, with the score and how it came about. */
export function stateText(row: ResultRow): string {
  const state = rosterStateOf(row)
  const words = state === 'scored' ? `${row.score ?? ''} 分` : stateWords[state]
  const how = row.attendance && state !== 'absent' ? row.attendance_dictText : undefined
  return [words, how, row.attendance === ABSENT ? row.absentReason : undefined].filter(Boolean).join(' · ')
}
