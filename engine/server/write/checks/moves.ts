import type { AnyCondition, AnyEntity, StateSpec } from '../../../schema/index.ts'
import type { Model, WriteRequest } from '../../contract.ts'

type States = StateSpec<string, AnyCondition>
type Move = States['transitions'][string]

function moveOf(entity: AnyEntity, name: string): { readonly field: string; readonly move: Move } {
  for (const { field, transitions } of entity.states ?? []) {
    const move = transitions[name]
    if (move) return { field, move }
  }
  throw new Error(`${entity.name}: no state has a move ${name}`)
}

/** A write that makes a move between states writes the new one, under the condition that the schema gives the move. */
export function withMove(model: Model, request: WriteRequest): WriteRequest {
  if (request.move === undefined) return request
  const { field, move } = moveOf(model.entity, request.move)
  const from: AnyCondition = { [field]: move.from }
  const guard = { when: move.when ? { allOf: [from, move.when] } : from, otherwise: move.otherwise }
  return { ...request, rows: request.rows.map((row) => ({ ...row, [field]: move.to })), fields: 'all', guard }
}
