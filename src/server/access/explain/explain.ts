import {
  lackedFor,
  rowDeeds,
  stateRefusal,
  untypedEngine,
  verbsOf,
  type Model,
  type RouteAccess,
  type RowDeed,
} from '../../../../engine/server/index.ts'
import type { WireRow } from '../../../../engine/schema/index.ts'
import type { RightsHolder } from '../actor-of.ts'
import { systemActor } from '../system-actor.ts'
import { hiddenReasons } from './hidden-row.ts'
import { lackedReasons, namedPermissions } from './lacked-permission.ts'
import type { Explanation, Reason } from './reason.ts'
import type { Sources } from './sources.ts'

/** Something that somebody wants to do, and who may. */
export interface Wanted {
  readonly name: string
  readonly title: string
  readonly access: RouteAccess
  /** What it does to a row, if to any. */
  readonly action?: RowDeed | undefined
}

/** A row that it is wanted for. */
export interface WantedRow {
  readonly model: Model
  readonly id: string
}

/** Everything that people can do with rows of an entity: to one row, and besides. */
export function everythingOf(model: Model): Wanted[] {
  const actions = rowDeeds(model)
  const covered = new Set(actions.flatMap(({ access }) => access))
  const others = [...verbsOf(model)].flatMap(([verb, title]): Wanted[] => {
    const code = `${model.permission}:${verb}`
    return covered.has(code) ? [] : [{ name: verb, title, access: code }]
  })
  return [...actions.map((action) => ({ name: action.name, title: action.title, access: action.access, action })), ...others]
}

/** The row as stored, whoever may see it: states are about the row, not about who looks. */
export const storedRow = ({ engine }: Sources, { model, id }: WantedRow): Promise<WireRow | null> =>
  untypedEngine(engine).find(model.name, id, systemActor)

/** What is known of a row for each of several people, and of the row itself. */
export interface RowAsSeen {
  readonly model: Model
  readonly row: WireRow | null
  /** What hides it from each of them, in their order. */
  readonly hidden: readonly (readonly Reason[])[]
}

/** Look at one row as several people do, in one statement. */
export async function seeRow(sources: Sources, wanted: WantedRow, holders: readonly RightsHolder[]): Promise<RowAsSeen> {
  const actors = holders.map(({ actor }) => actor)
  const [hidden, row] = await Promise.all([sources.engine.hiding(wanted.model, wanted.id, actors), storedRow(sources, wanted)])
  return { model: wanted.model, row, hidden: await hiddenReasons(sources, wanted.model, hidden) }
}

/** A row of which nothing is told, whether or not it exists. */
export async function unseenRow(sources: Sources, model: Model): Promise<RowAsSeen> {
  return { model, row: null, hidden: await hiddenReasons(sources, model, ['missing']) }
}

/** What of the row is in the way: it is hidden, or its state does not allow it. */
export function rowReasons({ model, row, hidden }: RowAsSeen, person: number, action: RowDeed | undefined): readonly Reason[] {
  const hiding = hidden[person] ?? []
  if (hiding.length || !row || !action) return hiding
  const refusal = stateRefusal(model, action, row)
  return refusal === undefined ? [] : [{ kind: 'state', text: `记录当前的状态不允许：${refusal}` }]
}

/** Whether somebody may do this, and everything in the way: the permission first, then the row, as the call itself decides it. */
export async function explain(sources: Sources, holder: RightsHolder, wanted: Wanted, seen?: RowAsSeen): Promise<Explanation> {
  const { name, title, access, action } = wanted
  const codes = access === 'login' || access === 'public' ? [] : [access].flat()
  const lacked = lackedFor(holder.actor, access)
  const reasons = lacked ? await lackedReasons(sources, holder, lacked) : seen ? rowReasons(seen, 0, action) : []
  const permissions = namedPermissions(await sources.access.nodes(), codes)
  return { name, title, allowed: !lacked && reasons.length === 0, permissions, reasons }
}
