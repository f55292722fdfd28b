import type { LRUCache } from 'lru-cache'
import { isReferenceList } from '../../fields/structure.ts'
import type { AnyField, ListSpec } from '../../schema/index.ts'
import type { Actor, ListRequest, Model } from '../contract.ts'
import { Refused } from '../errors.ts'
import { resolveVia, type Catalog } from './column-sql.ts'
import { plainValue } from './filter-sql.ts'
import { isAskable } from './list-filters.ts'
import { selectionFor, type Selection } from './select-sql.ts'
import { sortOf, type SortKey } from './sort.ts'

/** Parameters of a list that say how it is shown, not which rows it has. */
export const pagingKeys: ReadonlySet<string> = new Set(['pageNo', 'pageSize', 'column', 'order', '_t', 'field'])
const withoutFilter = new Set([...pagingKeys, 'exactTotal'])
/** A longer one is nothing that a page asks twice. */
const LONGEST_KEY = 1000

/** All of an actor that a scope word or a rule's filter may read. */
export const wholeActor = ({ role, id, orgCode }: Actor): string => `${role}:${id}:${orgCode}`

/**
 * What of the actor decides the SQL: whose rows, which the scope derives from the actor alone, and which starred
 * or hidden fields they may filter by.
 */
export function askedBy(model: Model, { masks, hidden }: Selection, actor: Actor): string {
  const whose = model.entity.scope !== 'none' ? wholeActor(actor) : hidden.has(actor.role) ? actor.role : ''
  return masks.length ? `${whose}:${masks.map(({ permission }) => (actor.permissions.has(permission) ? 1 : 0)).join('')}` : whose
}

/** What follows from a list request but for the values of its filters and its page; worked out once and kept. */
export interface ListPlan {
  readonly model: Model
  /** `list`, `bin` or the name of one of `lists`, and what the schema says of it. */
  readonly name: string
  readonly list: ListSpec<string>
  readonly selection: Selection
  readonly sort: readonly SortKey[]
  /** Parameters that compare a field with their value, and the field that they show. */
  readonly compared: ReadonlyMap<string, AnyField>
  /** Names all that the plan follows from. */
  readonly key: string
  /** Of the actor, what the plan and the SQL follow from. */
  readonly askedBy: string
}

/** One list request: its plan, and what is its own. */
export interface Listing extends ListPlan {
  readonly actor: Actor
  readonly query: ListRequest['query']
  /** Fields that the request compares with one value each. A parameter that is ignored, or read by a rule, compares nothing. */
  readonly equal: ReadonlyMap<string, string | number>
  /** What decides the SQL but for these values and the page; undefined when a parameter asks for more than one value. */
  readonly shape: string | undefined
}

export interface ListPlans extends Catalog {
  readonly selections: Map<string, Selection>
  readonly plans: LRUCache<string, ListPlan>
}

/** The list of this name, refused when the entity has none; `bin` is there where rows go to the bin. */
function listSpec({ entity }: Model, name: string): ListSpec<string> {
  if (name === 'bin' && entity.bin) return { columns: entity.list.columns, binned: true }
  const spec = name === 'list' ? entity.list : Object.hasOwn(entity.lists ?? {}, name) ? entity.lists?.[name] : undefined
  if (!spec) throw new Refused(`没有列表 ${name}`)
  return spec
}

function comparedFields(catalog: Catalog, at: { model: Model; list: ListSpec<string>; actor: Actor }, names: readonly string[]) {
  const compared = new Map<string, AnyField>()
  for (const name of names) {
    if (at.list.params?.includes(name) || !isAskable(catalog, at, name)) continue
    const field = resolveVia(catalog, at.model, name)?.field
    if (field && !isReferenceList(field)) compared.set(name, field)
  }
  return compared
}

function planOf(plans: ListPlans, model: Model, request: ListRequest, names: readonly string[]): ListPlan {
  const { list: name = 'list', query, actor } = request
  const selection = selectionFor(plans, model)
  const asked = askedBy(model, selection, actor)
  const key = JSON.stringify([model.name, name, asked, selection.day, query['column'], query['order'], ...names])
  const known = plans.plans.get(key)
  if (known) return known
  const list = listSpec(model, name)
  const at = { model, list, actor }
  const sort = sortOf(plans, at, query)
  const plan = { model, name, list, selection, sort, compared: comparedFields(plans, at, names), key, askedBy: asked }
  if (key.length <= LONGEST_KEY) plans.plans.set(key, plan)
  return plan
}

/** Work out what a list request asks for. */
export function listingOf(plans: ListPlans, request: ListRequest): Listing {
  const { entity, query, actor } = request
  const model = plans.models.get(entity)
  if (!model) throw new Refused(`没有实体 ${entity}`)
  const names = Object.keys(query).filter((name) => query[name] && !withoutFilter.has(name))
  const plan = planOf(plans, model, request, names)
  const equal = new Map<string, string | number>()
  for (const [name, field] of plan.compared) {
    const value = plainValue(field, query[name] ?? '')
    if (value !== undefined) equal.set(name, value)
  }
  return { ...plan, actor, query, equal, shape: equal.size === names.length ? plan.key : undefined }
}
