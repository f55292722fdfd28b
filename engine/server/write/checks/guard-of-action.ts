import type { AnyCondition } from '../../../schema/index.ts'
import type { Guard } from '../../contract.ts'

/** The condition of a row action as what the write asks. */
export function guardOfAction(action: { readonly when?: AnyCondition; readonly otherwise?: string } | undefined): Guard | undefined {
  return action?.when && { when: action.when, otherwise: action.otherwise ?? '当前状态不允许此操作！' }
}
