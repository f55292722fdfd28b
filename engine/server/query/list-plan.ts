import type { LRUCache } from 'lru-cache'
import { isMark, isReferenceList } from '../../fields/structure.ts'
import type { AnyField, ListSpec } from '../../schema/index.ts'
import type { Actor, ListRequest, Model } from '../contract.ts'
import { Refused } from '../errors.ts'
import { snakeCase } from '../model/model.ts'
import { askedByLimit } from '../rows/row-limit.ts'
import { leadingColumns } from '../tables/plan-tables.ts'
import { resolveVia, type SqlContext } from './column-sql.ts'
import { plainValue } from './filter-sql.ts'
import { isAskable, stemOf } from './list-filters.ts'
import { selectListFor, type SelectList } from './select-sql.ts'
import { sortOf, type SortKey } from './sort.ts'

/** Parameters of a list that say how it is shown, not which rows it contains. */
export const pagingKeys: ReadonlySet<string> = new Set(['pageNo', 'pageSize', 'column', 'order', '_t', 'field'])
const withoutFilter = new Set([...pagingKeys, 'exactTotal'])
/** Requests with a longer key are too unusual to be asked twice, so their plans are not kept. */
const LONGEST_KEY = 1000

/** Everything about an actor that a scope word or a rule's filter may read. */
export const wholeActor = ({ role, id, orgCode, limits }: Actor): string =>
  `${role}:${id}:${orgCode}${limits?.size ? `:${[...limits.keys()].join()}` : ''}`

interface AskedWhat {
  readonly model: Model
  readonly selection: SelectList
}

/** Whether two people may get different rows, or the same rows with other marks. */
const isPersonal = ({ entity }: Model): boolean => entity.scope !== 'none' || Object.values(entity.fields).some(isMark)

/**
 * Everything about the actor that the SQL depends on: whose rows they see, which the scope derives from the actor alone,
 * their own limits, and which masked or hidden fields they may filter by.
 */
export function askedBy({ now }: Pick<SqlContext, 'now'>, { model, selection: { masks, hidden } }: AskedWhat, actor: Actor): string {
  const role = isPersonal(model) ? wholeActor(actor) : hidden.has(actor.role) ? actor.role : ''
  const limit = actor.limits?.get(model.name)
  const whose = limit ? `${role}:${askedByLimit(limit, now())}` : role
  return masks.length ? `${whose}:${masks.map(({ permission }) => (actor.permissions.has(permission) ? 1 : 0)).join('')}` : whose
}

/** What follows from a list request except for the values of its filters and its page; worked out once and kept. */
export interface ListPlan {
  readonly model: Model
  /** `list`, `bin` or the name of one of `lists`, and what the schema says about it. */
  readonly name: string
  readonly list: ListSpec<string>
  readonly selection: SelectList
  readonly sort: readonly SortKey[]
  /** Parameters that compare a field with their value, and the field that they compare. */
  readonly compared: ReadonlyMap<string, AnyField>
  /** Parameters whose column begins no index. */
  readonly unindexed: readonly string[]
  /** Identifies everything that the plan follows from. */
  readonly key: string
  /** What the plan and the SQL depend on in the actor. */
  readonly askedBy: string
}

/** One list request: its plan, and what only this request has. */
export interface Listing extends ListPlan {
  readonly actor: Actor
  readonly query: ListRequest['query']
  /** Fields that the request compares with one value each. Parameters that are ignored or read by a rule are not among them. */
  readonly equal: ReadonlyMap<string, string | number>
  /** What the SQL depends on besides these values and the page; undefined when a parameter asks for more than one value. */
  readonly shape: string | undefined
}

/** What is needed to work out list requests: the plans and selections made so far are kept. */
export interface PlanContext extends SqlContext {
  readonly selections: Map<string, SelectList>
  readonly plans: LRUCache<string, ListPlan>
}

/** The list of this name; refused when the entity has none. Entities whose rows go to the bin have a list `bin`. */
function listSpec({ entity }: Model, name: string): ListSpec<string> {
  if (name === 'bin' && entity.bin) return { columns: entity.list.columns, binned: true }
  const spec = name === 'list' ? entity.list : Object.hasOwn(entity.lists ?? {}, name) ? entity.lists?.[name] : undefined
  if (!spec) throw new Refused(`没有列表 ${name}`)
  return spec
}

function comparedFields(context: SqlContext, viewed: { model: Model; list: ListSpec<string>; actor: Actor }, names: readonly string[]) {
  const compared = new Map<string, AnyField>()
  for (const name of names) {
    if (viewed.list.params?.includes(name) || !isAskable(context, viewed, name)) continue
    const field = resolveVia(context, viewed.model, name)?.field
    if (field && !isReferenceList(field) && !isMark(field)) compared.set(name, field)
  }
  return compared
}

/** Parameters whose column begins no index; relations count what they find by themselves. */
function unindexedIn(model: Model, names: readonly string[]): string[] {
  const leading = leadingColumns(model)
  return names.filter((name) => {
    const key = stemOf(name)
    return !leading.has(snakeCase(key)) && !isReferenceList(model.entity.fields[key])
  })
}

function planOf(context: PlanContext, model: Model, request: ListRequest, names: readonly string[]): ListPlan {
  const { list: name = 'list', query, actor } = request
  const selection = selectListFor(context, model)
  const asked = askedBy(context, { model, selection }, actor)
  const key = JSON.stringify([model.name, name, asked, selection.day, query['column'], query['order'], ...names])
  const known = context.plans.get(key)
  if (known) return known
  const list = listSpec(model, name)
  const viewed = { model, list, actor }
  const sort = sortOf(context, viewed, query)
  const compared = comparedFields(context, viewed, names)
  const plan = { model, name, list, selection, sort, compared, unindexed: unindexedIn(model, names), key, askedBy: asked }
  if (key.length <= LONGEST_KEY) context.plans.set(key, plan)
  return plan
}

/** Work out what a list request asks for. */
export function listingOf(context: PlanContext, request: ListRequest): Listing {
  const { entity, query, actor } = request
  const model = context.models.get(entity)
  if (!model) throw new Refused(`没有实体 ${entity}`)
  const names = Object.keys(query).filter((name) => query[name] && !withoutFilter.has(name))
  const plan = planOf(context, model, request, names)
  const equal = new Map<string, string | number>()
  for (const [name, field] of plan.compared) {
    const value = plainValue(field, query[name] ?? '')
    if (value !== undefined) equal.set(name, value)
  }
  return { ...plan, actor, query, equal, shape: equal.size === names.length ? plan.key : undefined }
}
