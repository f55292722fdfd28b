import {
  holds,
  type ActionSpec,
  type AnswerSpec,
  type AnyCondition,
  type AnyEntity,
  type ChildSpec,
  type AskedStates,
  type WireRow,
} from '../../../schema/index.ts'
import { canCall, canCallOf, canDo, canSee, codeOf, notAllowed, shownTo, type Permissions } from '../../access.ts'

type Declared = ActionSpec<string, AnyCondition>
type Transition = AskedStates<string, AnyCondition>['transitions'][string]
/** Something that can be done with one row, independent of any particular row. */
export interface RowAction {
  readonly key: string
  readonly label: string
  readonly when?: AnyCondition
  /** Holds while the row's owner is open to changes; the action is hidden otherwise. */
  readonly open?: AnyCondition
  readonly otherwise?: string
  readonly confirm?: string
  readonly confirmText?: string
  /** Why it is not possible for any row just now. */
  readonly blocked?: string
  readonly act:
    | { readonly does: 'edit' | 'delete' }
    /** Of a row in the bin. */
    | { readonly does: 'restore' | 'purge' }
    | { readonly does: 'view'; readonly opensIn?: 'form' }
    | {
        readonly does: 'add'
        readonly with?: Readonly<Record<string, string | undefined>>
        readonly values?: Readonly<Record<string, string | number | undefined>>
      }
    | { readonly does: 'set' }
    | {
        readonly does: 'call'
        readonly call: string
        readonly of?: string
        readonly with?: Readonly<Record<string, string>>
        readonly values?: Readonly<Record<string, string | number>>
        readonly ask?: readonly string[]
        readonly answer?: AnswerSpec
      }
    | { readonly does: 'open'; readonly screen: string }
    | {
        readonly does: 'panel'
        readonly panel: string
        readonly of?: string
        readonly title?: string
        readonly width?: number
        readonly opensIn?: 'modal'
      }
    | { readonly does: 'children'; readonly child: ChildSpec }
    | { readonly does: 'move'; readonly move: Transition; readonly states: AskedStates<string, AnyCondition> }
}
export interface RowActionMode {
  readonly action: RowAction
  /** Why it is not possible now. */
  readonly why?: string
}

function allowed(entity: AnyEntity, { key, act }: RowAction, permissions: Permissions): boolean {
  switch (act.does) {
    case 'edit':
      return Boolean(entity.form) && canDo(entity, 'edit', permissions)
    case 'add':
      return Boolean(entity.form) && canDo(entity, 'add', permissions)
    case 'delete':
      return canDo(entity, 'delete', permissions)
    case 'set':
      return permissions.has(codeOf(entity, 'edit'))
    case 'call':
      return act.of === undefined ? canCall(entity, act.call, permissions) : canCallOf(act.of, act.call, permissions)
    case 'move':
      return canCall(entity, act.states.call, permissions)
    case 'view':
      return canSee(entity.name, permissions)
    case 'children':
      return canSee(act.child.entity, permissions)
    case 'panel':
      if (act.of !== undefined) return canCallOf(act.of, key, permissions)
      return !entity.calls?.[key] || canCall(entity, key, permissions)
    default:
      return true
  }
}

function actOf(entity: AnyEntity, spec: Declared): RowAction['act'] | undefined {
  if (spec.does !== 'children') return spec
  const child = entity.children?.find((one) => one.entity === spec.child && one.shown !== 'expand')
  return child && { does: 'children', child }
}

function declared(entity: AnyEntity, key: string, spec: Declared): RowAction[] {
  const act = actOf(entity, spec)
  return act
    ? [
        {
          key,
          label: spec.label,
          when: spec.when,
          otherwise: spec.hides ? undefined : spec.otherwise,
          confirm: spec.confirm,
          confirmText: spec.confirmText,
          act,
        },
      ]
    : []
}

function moves(entity: AnyEntity): RowAction[] {
  return (entity.states ?? []).flatMap((states): RowAction[] => {
    if (states.call === undefined) return []
    return Object.entries(states.transitions).map(([key, move]) => {
      const { label, when, otherwise, confirm } = move
      return { key, label, when, otherwise, confirm, act: { does: 'move', move, states } }
    })
  })
}

function childDrawers(entity: AnyEntity, taken: readonly RowAction[]): RowAction[] {
  const shown = new Set(taken.map(({ act }) => (act.does === 'children' ? act.child.entity : '')))
  const drawers = (entity.children ?? []).filter((child) => child.shown !== 'expand' && !shown.has(child.entity))
  return drawers.map((child) => ({ key: `children-${child.entity}`, label: child.label, act: { does: 'children', child } }))
}

/** What it takes away is shown in red. */
export const takesAway = ({ act }: RowAction): boolean => act.does === 'delete' || act.does === 'purge'

const changes: ReadonlySet<RowAction['act']['does']> = new Set(['edit', 'delete', 'set', 'move'])

/** The condition on a row that says whether its owner is open to changes. */
function openCondition({ openWhile = [] }: AnyEntity): AnyCondition | undefined {
  return openWhile.length > 0 ? Object.fromEntries(openWhile.map(({ field, is }) => [field, is])) : undefined
}

/** Every row action that the user is shown; empty means that the list needs no action column. What is locked says why. */
export function rowActionsOf(entity: AnyEntity, permissions: Permissions, locked?: Permissions): RowAction[] {
  const { edit, delete: remove, ...others } = entity.rowActions ?? {}
  const own = Object.entries(others).flatMap(([key, spec]) => (spec ? declared(entity, key, spec) : []))
  const all: RowAction[] = [
    ...declared(entity, 'edit', edit ?? { label: '编辑', does: 'edit' }),
    ...own,
    ...moves(entity),
    ...childDrawers(entity, own),
    ...declared(entity, 'delete', remove ?? { label: '删除', does: 'delete' }),
  ]
  const open = openCondition(entity)
  const shown = shownTo(permissions, locked)
  return all
    .filter((action) => allowed(entity, action, shown))
    .map((action) => (allowed(entity, action, permissions) ? action : { ...action, blocked: notAllowed }))
    .map((action) => (open && changes.has(action.act.does) ? { ...action, open } : action))
}

/** What is offered for this row: hidden when not possible and no reason is given, otherwise disabled with the reason. */
export function modesFor(actions: readonly RowAction[], row: WireRow): RowActionMode[] {
  return actions.flatMap((action) => {
    const { act } = action
    if (!holds(action.open, row)) return []
    if (act.does === 'move' && !act.move.from.some((from) => from === row[act.states.field])) return []
    if (holds(action.when, row)) return [{ action, why: action.blocked }]
    return action.otherwise ? [{ action, why: action.otherwise }] : []
  })
}
