import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { isSecret } from '../../fields/structure.ts'
import { isComputed } from '../../fields/computed.ts'
import type { ListSpec } from '../../schema/index.ts'
import { isSystemField } from '../../schema/system-fields.ts'
import { serverField } from '../../fields/server.ts'
import type { Actor, ListRequest, Model } from '../contract.ts'
import { mayBeWaived } from '../waive.ts'
import { fieldOf, orderColumnSql, type Catalog, type Joins } from './column-sql.ts'
import { isWithheldFrom } from './mask.ts'

type Query = ListRequest['query']

/** A field and the direction that it sorts in. */
export interface SortKey {
  readonly key: string
  readonly ascending: boolean
}

function isSortable(catalog: Catalog, at: { model: Model; actor: Actor }, key: string): boolean {
  if (key === at.model.id) return true
  if (isSystemField(key)) return !isWithheldFrom(catalog, at, key)
  const field = fieldOf(at.model, key)
  if (!field || isSecret(field) || isWithheldFrom(catalog, at, key)) return false
  return isComputed(field) || serverField(field).column !== null
}

/**
 * What a list is sorted by: the columns asked for, each in the direction at its place or the last one given, or the list's own.
 * A column without a direction, an unknown one and one that the actor sees starred or not at all count as not asked for.
 */
export function sortOf(catalog: Catalog, at: { model: Model; list: ListSpec<string>; actor: Actor }, query: Query): readonly SortKey[] {
  const directions = (query['order'] ?? '').split(',').filter(Boolean)
  const columns = directions.length ? (query['column'] ?? '').split(',') : []
  const asked = new Map<string, SortKey>()
  for (const [place, column] of columns.entries()) {
    const key = column.trim().replace(/_dictText$/, '')
    if (asked.has(key) || !isSortable(catalog, at, key)) continue
    asked.set(key, { key, ascending: /asc/i.test(directions[place] ?? directions.at(-1) ?? '') })
  }
  if (asked.size) return [...asked.values()]
  const { by = 'createTime', order = 'desc' } = at.list.sort ?? {}
  return [{ key: by, ascending: order === 'asc' }]
}

/** Whether no row of the table has the field empty, whichever of the table's entities wrote it. */
function isNeverEmpty({ models }: Catalog, { table }: Model, key: string): boolean {
  return [...models.values()].every(({ entity, ...model }) => {
    const field = model.table === table ? entity.fields[key] : undefined
    return !field || (!mayBeWaived(field) && field.required !== undefined && !field.requiredOn && !entity.form?.showWhen?.[key])
  })
}

/** Whether the field alone tells apart all rows that agree in the `equal` fields, so that sorting by it needs no second key. */
function isUniqueAmong(catalog: Catalog, model: Model, { key, equal }: { key: string; equal: ReadonlyMap<string, unknown> }): boolean {
  const field = model.entity.fields[key]
  if (!field?.unique || 'to' in field || !isNeverEmpty(catalog, model, key)) return false
  return typeof field.unique === 'string' || field.unique.within.every((other) => equal.has(other))
}

/** One sort key as SQL. */
interface SortedBy {
  readonly column: Expression<unknown>
  readonly ascending: boolean
  /** Whether the column may hold nulls. */
  readonly nullable: boolean
}

/** A total order over the rows at `t`. */
export interface Order {
  readonly keys: readonly SortedBy[]
  readonly id: { readonly column: RawBuilder<unknown>; readonly ascending: boolean }
  readonly sql: RawBuilder<unknown>
  /** Whether a unique index gives the order, so that rows come sorted and reading stops with the page. */
  readonly indexed: boolean
}

/** Nulls sort first ascending and last descending, on both databases. */
export const nullsSql = ({ dialect }: Catalog, ascending: boolean): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql.raw(ascending ? ' nulls first' : ' nulls last') : sql``

/** The order by these keys and then by id; where the first key is unique more would only cost. */
export function orderSql(
  catalog: Catalog,
  at: { model: Model; joins: Joins; equal: ReadonlyMap<string, unknown> },
  sort: readonly SortKey[],
): Order {
  const { model, joins, equal } = at
  const [first] = sort
  const indexed = first !== undefined && isUniqueAmong(catalog, model, { key: first.key, equal })
  const keys = (indexed ? [first] : sort).map(({ key, ascending }) => ({
    column: orderColumnSql(catalog, joins, { model, alias: 't', key }),
    ascending,
    nullable: key !== 'createTime' && key !== model.id,
  }))
  const id = { column: sql.ref(`t.${model.idColumn}`), ascending: keys.at(-1)?.ascending ?? false }
  const part = ({ column, ascending }: { column: Expression<unknown>; ascending: boolean }) => {
    return sql`${column} ${sql.raw(ascending ? 'asc' : 'desc')}${nullsSql(catalog, ascending)}`
  }
  const parts = indexed ? keys.map(part) : [...keys, id].map(part)
  return { keys, id, indexed, sql: sql` order by ${sql.join(parts)}` }
}

/** Where a walk stands: the sort values and the id of the last row. */
export interface Mark {
  readonly values: readonly unknown[]
  readonly id: string
}

/**
 * The rows beyond the last one. Nulls sort first ascending and last descending, on both databases.
 * The bound on a sort column alone comes first, so that an index can begin there.
 */
export function afterSql({ keys, id }: Order, last: Mark): RawBuilder<SqlBool> {
  const rest = sql<SqlBool>`${id.column} ${sql.raw(id.ascending ? '>' : '<')} ${last.id}`
  return keys.reduceRight((beyond, { column, ascending, nullable }, place) => {
    const value = last.values[place]
    if (value === null || value === undefined) {
      const same = sql<SqlBool>`(${column} is null and ${beyond})`
      return ascending ? sql<SqlBool>`(${same} or ${column} is not null)` : same
    }
    const sign = sql.raw(ascending ? '>' : '<')
    const bound = sql<SqlBool>`(${column} ${sign}= ${value} and (${column} ${sign} ${value} or ${beyond}))`
    return ascending || !nullable ? bound : sql<SqlBool>`(${bound} or ${column} is null)`
  }, rest)
}
