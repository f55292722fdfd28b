import type { Outcome } from '../contract.ts'
import { Refused } from '../errors.ts'

/** The outcome of a batch for one row. */
export interface RowAnswer {
  readonly id: string
  readonly success: boolean
  readonly message: string
}

/** The answer to a batch with its outcome per row; if no row could be processed, it is a refusal with the same details. */
export function answerRows(outcomes: readonly Outcome[], message: string): { result: RowAnswer[]; message: string } {
  const result = outcomes.map((outcome) => ({
    id: outcome.id,
    success: outcome.outcome !== 'refused',
    message: outcome.outcome === 'refused' ? outcome.message : '',
  }))
  const failed = result.filter((row) => !row.success)
  if (failed.length === result.length) throw new Refused(failed[0]?.message ?? '操作失败', result)
  return { result, message: failed.length ? `已处理 ${result.length - failed.length}，失败 ${failed.length}` : message }
}
