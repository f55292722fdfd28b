import type { CallSpec, WireRow } from '../../schema/index.ts'
import type { RouteAccess } from './route-access.ts'
import type { Guard, Model } from '../contract.ts'
import { verbTitles } from './permission-nodes.ts'
import { callAccess } from '../routes/call-routes.ts'
import { verbPermission } from '../routes/route-parts.ts'
import { closedBecause } from '../write/checks/check-parents.ts'
import { guardOf, guardOfAction, guardOfMove, refusalBy } from '../write/checks/guard.ts'

/** What people can do to a row, as its screens offer it. */
export interface RowDeed {
  readonly name: string
  readonly title: string
  readonly access: RouteAccess
  /** The state that the row must have. */
  readonly guard: Guard | undefined
  /** Refused while the row belongs to a closed one. */
  readonly writes: boolean
}

/** Moves between states that people make with a button, each under its own condition. */
const movesOf = (model: Model): RowDeed[] =>
  (model.entity.states ?? []).flatMap((states) => {
    if (states.call === undefined) return []
    const access = verbPermission(model, states.call)
    return Object.entries(states.transitions).map(([name, move]) => ({
      name,
      title: move.label,
      access,
      guard: guardOfMove(states.field, move),
      writes: true,
    }))
  })

const accessOfCall = (model: Model, name: string, call: CallSpec | undefined): RouteAccess =>
  call ? callAccess(model, name, call) : verbPermission(model, name)

/** Everything that the schema lets people do to a row of this entity: view, edit and delete it, and the buttons of its list. */
export function rowDeeds(model: Model): RowDeed[] {
  const { entity } = model
  const disabled = new Set<string>(entity.endpoints.disable)
  const standard = (['edit', 'delete'] as const)
    .filter((verb) => !disabled.has(verb))
    .map((verb) => ({
      name: verb,
      title: verbTitles[verb] ?? verb,
      access: verbPermission(model, verb),
      guard: guardOf(model, { operation: verb }),
      writes: true,
    }))
  const buttons = Object.entries(entity.rowActions ?? {}).flatMap(([name, action]): RowDeed[] => {
    const common = { name, title: action.label, guard: guardOfAction(action), writes: false }
    if (action.does === 'set') return [{ ...common, access: verbPermission(model, 'edit'), writes: true }]
    if (action.does === 'call' && action.of === undefined) {
      return [{ ...common, access: accessOfCall(model, action.call, entity.calls?.[action.call]) }]
    }
    if (action.does === 'panel') {
      const call = entity.calls?.[name]
      return [{ ...common, access: call ? callAccess(model, name, call) : verbPermission(model, 'view') }]
    }
    return []
  })
  const view = { name: 'view', title: verbTitles['view'] ?? 'view', access: verbPermission(model, 'view'), guard: undefined, writes: false }
  return [view, ...standard, ...movesOf(model), ...buttons]
}

/** Why a row cannot have this done to it in its present state, by the conditions that every write checks; undefined if it can. */
export const stateRefusal = (model: Model, { guard, writes }: RowDeed, row: WireRow): string | undefined =>
  (writes ? closedBecause(model, row) : undefined) ?? refusalBy(guard, row)
