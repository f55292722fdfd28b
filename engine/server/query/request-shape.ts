import type { ListSpec } from '../../schema/index.ts'
import type { Actor, ListRequest, Model } from '../contract.ts'
import { resolveVia, type Catalog } from './column-sql.ts'
import { plainValue } from './filter-sql.ts'
import { isAskable } from './list-filters.ts'
import type { Selection } from './select-sql.ts'
import type { SortKey } from './sort.ts'

type Query = ListRequest['query']

/** Parameters of a list that say how it is shown, not which rows it has. */
export const pagingKeys: ReadonlySet<string> = new Set(['pageNo', 'pageSize', 'column', 'order', '_t', 'field'])
const withoutFilter = new Set([...pagingKeys, 'exactTotal'])

/** All of an actor that a scope word or a rule's filter may read. */
export const wholeActor = ({ role, id, orgCode }: Actor): string => `${role}:${id}:${orgCode}`

/**
 * What of the actor decides the SQL: whose rows, which the scope derives from the actor alone, and which starred
 * or hidden fields he may filter by.
 */
export function askedBy(model: Model, { masks, hidden }: Selection, actor: Actor): string {
  const whose = model.entity.scope !== 'none' ? wholeActor(actor) : hidden.has(actor.role) ? actor.role : ''
  return masks.length ? `${whose}:${masks.map(({ permission }) => (actor.permissions.has(permission) ? 1 : 0)).join('')}` : whose
}

/** Fields that the request compares with one value each. A parameter that is ignored, or read by a rule, compares nothing. */
export function equalFields(
  catalog: Catalog,
  at: { model: Model; list: ListSpec<string>; actor: Actor },
  query: Query,
): Map<string, string | number> {
  const equal = new Map<string, string | number>()
  for (const [key, text] of Object.entries(query)) {
    if (!text || withoutFilter.has(key) || at.list.params?.includes(key)) continue
    const shown = isAskable(catalog, at, key) ? resolveVia(catalog, at.model, key) : undefined
    const value = shown && shown.field.type !== 'multiReference' ? plainValue(shown.field, text) : undefined
    if (value !== undefined) equal.set(key, value)
  }
  return equal
}

interface ShapeAt {
  readonly model: Model
  readonly selection: Selection
  readonly equal: ReadonlyMap<string, unknown>
  readonly sort: readonly SortKey[]
}

/**
 * What decides the SQL of a list request whose filters all compare with one value; undefined for any other request.
 * The values themselves, and the page, are parameters.
 */
export function shapeOf(request: ListRequest, at: ShapeAt): string | undefined {
  const { model, selection, equal, sort } = at
  for (const [key, value] of Object.entries(request.query)) {
    if (value && !withoutFilter.has(key) && !equal.has(key)) return undefined
  }
  return [
    'list',
    model.name,
    request.list ?? 'list',
    askedBy(model, selection, request.actor),
    selection.day,
    ...sort.map(({ key, ascending }) => `${key} ${ascending ? 'asc' : 'desc'}`),
    'where',
    ...equal.keys(),
  ].join('/')
}
