import type { ListSpec } from '../../schema/index.ts'
import type { Actor, ListRequest, Model } from '../contract.ts'
import { fieldOf, resolveVia, type Catalog } from './column-sql.ts'
import { plainValue } from './filter-sql.ts'
import { isSortable } from './list-filters.ts'
import type { Selection } from './select-sql.ts'

type Query = ListRequest['query']

const withoutFilter = new Set(['pageNo', 'pageSize', 'column', 'order', '_t', 'field', 'exactTotal'])

/**
 * What of the actor decides the SQL: whose rows, which the scope derives from the actor alone, and which starred fields
 * he may filter by.
 */
export function askedBy(model: Model, { masks }: Selection, actor: Actor): string {
  const whose = model.entity.scope === 'none' ? '' : `${actor.role}:${actor.id}:${actor.orgCode}`
  return masks.length ? `${whose}:${masks.map(({ permission }) => (actor.permissions.has(permission) ? 1 : 0)).join('')}` : whose
}

/** Fields that the request compares with one value each. */
export function equalFields(catalog: Catalog, model: Model, query: Query): Map<string, string | number> {
  const equal = new Map<string, string | number>()
  for (const [key, text] of Object.entries(query)) {
    const shown = text && !withoutFilter.has(key) ? resolveVia(catalog, model, key) : undefined
    const value = shown && text && shown.field.type !== 'multiReference' ? plainValue(shown.field, text) : undefined
    if (value !== undefined) equal.set(key, value)
  }
  return equal
}

/** The sort of a list: the field and direction asked for, or the list's own. */
export function sortOf(model: Model, list: ListSpec<string>, query: Query): { readonly key: string; readonly ascending: boolean } {
  const asked = (query['column'] ?? '').replace(/_dictText$/, '')
  const field = fieldOf(model, asked)
  const known = (field && isSortable(field)) || asked === 'createTime' || asked === 'updateTime' || asked === model.id
  if (known) return { key: asked, ascending: /asc/i.test(query['order'] ?? '') }
  return { key: list.sort?.by ?? 'createTime', ascending: (list.sort?.order ?? 'desc') === 'asc' }
}

interface ShapeAt {
  readonly model: Model
  readonly list: ListSpec<string>
  readonly selection: Selection
  readonly equal: ReadonlyMap<string, unknown>
}

/**
 * What decides the SQL of a list request whose filters all compare with one value; undefined for any other request.
 * The values themselves, and the page, are parameters.
 */
export function shapeOf(request: ListRequest, at: ShapeAt): string | undefined {
  const { model, list, selection, equal } = at
  for (const [key, value] of Object.entries(request.query)) {
    if (value && !withoutFilter.has(key) && (!equal.has(key) || list.params?.includes(key))) return undefined
  }
  const { key, ascending } = sortOf(model, list, request.query)
  return [
    'list',
    model.name,
    request.list ?? 'list',
    askedBy(model, selection, request.actor),
    selection.day,
    key,
    ascending,
    ...equal.keys(),
  ].join('/')
}

/** Whether the field alone tells apart all rows that agree in the `equal` fields, so that sorting by it needs no second key. */
export function isUniqueAmong(model: Model, key: string, equal: ReadonlyMap<string, unknown>): boolean {
  const field = model.entity.fields[key]
  if (!field?.unique || !field.required || field.requiredOn || model.entity.form?.showWhen?.[key]) return false
  return typeof field.unique === 'string' || field.unique.within.every((other) => equal.has(other))
}
