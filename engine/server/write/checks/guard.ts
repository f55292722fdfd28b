import { holds, type AnyCondition, type AnyEntity, type StateSpec, type WireRow } from '../../../schema/index.ts'
import type { Guard, Model, WriteRequest } from '../../contract.ts'
import { Refused } from '../../errors.ts'
import type { Draft } from '../drafts/draft.ts'
import type { GuardedRequest, Write } from '../step.ts'

type Move = StateSpec<string, AnyCondition>['transitions'][string]

/** The condition of a row action, as a guard of a write. */
export function guardOfAction(action: { readonly when?: AnyCondition; readonly otherwise?: string } | undefined): Guard | undefined {
  return action?.when && { when: action.when, otherwise: action.otherwise ?? '当前状态不允许此操作！' }
}

/** The condition of a move between states. */
export const guardOfMove = (field: string, move: Move): Guard => {
  const from: AnyCondition = { [field]: move.from }
  return { when: move.when ? { allOf: [from, move.when] } : from, otherwise: move.otherwise }
}

/** Why a condition refuses a row; undefined if it does not. */
export const refusalBy = (guard: Guard | undefined, row: WireRow): string | undefined =>
  guard && !holds(guard.when, row) ? guard.otherwise : undefined

function moveOf(entity: AnyEntity, name: string): { readonly field: string; readonly move: Move } {
  for (const { field, transitions } of entity.states ?? []) {
    const move = transitions[name]
    if (move) return { field, move }
  }
  throw new Error(`${entity.name}: no state has a move ${name}`)
}

/** What of a row says which one it is, and which version. */
const naming = new Set(['id', 'version', '_base'])

/** Whether the rows bring values for these fields alone. */
const bringsOnly = (model: Model, rows: readonly WireRow[], fields: readonly string[]): boolean =>
  rows.every((row) => Object.keys(row).every((key) => naming.has(key) || key === model.id || fields.includes(key)))

/** The schema's conditions for editing and deleting a row apply to every kind of write, not only to the button. */
export function guardOf(
  model: Model,
  request: Pick<WriteRequest, 'guard' | 'operation'> & { readonly rows?: WriteRequest['rows'] },
): Guard | undefined {
  const { guard, operation, rows } = request
  if (guard) return guard === 'none' ? undefined : guard
  const action = Object.values(model.entity.rowActions ?? {}).find((one) => one.does === operation)
  if (action?.does === 'edit' && action.except && rows && bringsOnly(model, rows, action.except)) return undefined
  return guardOfAction(action)
}

/** A write together with its condition. A move between states writes the new state, under the condition that the schema gives the move. */
export function guarded(model: Model, request: WriteRequest): GuardedRequest {
  if (request.move === undefined) return { ...request, guard: guardOf(model, request) }
  const { field, move } = moveOf(model.entity, request.move)
  const rows = request.rows.map((row) => ({ ...row, [field]: move.to }))
  return { ...request, rows, fields: 'all', guard: guardOfMove(field, move) }
}

/** Refuse rows that do not meet the condition of the write. */
export function checkGuard({ request: { guard } }: Write, drafts: readonly Draft[]): void {
  if (!guard) return
  for (const draft of drafts) {
    const refusal = draft.before && refusalBy(guard, draft.before)
    if (refusal) draft.fail(new Refused(refusal))
  }
}
