import { sql, type Expression, type RawBuilder } from 'kysely'
import { commaList } from '../../fields/comma-list.ts'
import { isReference, isSecret } from '../../fields/structure.ts'
import { isComputed } from '../../fields/computed.ts'
import type { ListSpec } from '../../schema/index.ts'
import { isSystemField } from '../../schema/system-fields.ts'
import { serverField } from '../../fields/server.ts'
import type { Actor, ListRequest, Model } from '../contract.ts'
import { mayBeWaived } from '../model/waived-fields.ts'
import { modelField, orderColumnSql, type SqlContext, type Joins } from './column-sql.ts'
import { isWithheldFrom } from './mask.ts'

type Query = ListRequest['query']

/** A field and the direction that it sorts in. */
export interface SortKey {
  readonly key: string
  readonly ascending: boolean
}

function isSortable(context: SqlContext, viewer: { model: Model; actor: Actor }, key: string): boolean {
  if (key === viewer.model.id) return true
  if (isSystemField(key) && !viewer.model.entity.source) return !isWithheldFrom(context, viewer, key)
  const field = modelField(viewer.model, key)
  if (!field || isSecret(field) || isWithheldFrom(context, viewer, key)) return false
  return isComputed(field) || serverField(field).column !== null
}

/**
 * What a list is sorted by: the requested columns, each in the direction at the same position or else the last one given; or the
 * list's own sort. Columns without a direction, unknown ones, and ones that the actor sees masked or not at all are ignored.
 */
export function sortOf(
  context: SqlContext,
  viewed: { model: Model; list: ListSpec<string>; actor: Actor },
  query: Query,
): readonly SortKey[] {
  const directions = commaList(query['order'])
  const columns = directions.length ? (query['column'] ?? '').split(',') : []
  const asked = new Map<string, SortKey>()
  for (const [index, column] of columns.entries()) {
    const key = column.trim().replace(/_dictText$/, '')
    if (asked.has(key) || !isSortable(context, viewed, key)) continue
    asked.set(key, { key, ascending: /asc/i.test(directions[index] ?? directions.at(-1) ?? '') })
  }
  if (asked.size) return [...asked.values()]
  const { by = 'createTime', order = 'desc' } = viewed.list.sort ?? {}
  return [{ key: by, ascending: order === 'asc' }]
}

/** Whether the field is filled in every row of the table, no matter which of the table's entities wrote it. */
function isNeverEmpty({ models }: SqlContext, { table }: Model, key: string): boolean {
  return [...models.values()].every(({ entity, ...model }) => {
    const field = model.table === table ? entity.fields[key] : undefined
    return !field || (!mayBeWaived(field) && field.required !== undefined && !field.requiredOn && !entity.form?.showWhen?.[key])
  })
}

/** Whether the field is unique among all rows that share the `equal` values, so that sorting by it needs no second key. */
function isUniqueAmong(context: SqlContext, model: Model, { key, equal }: { key: string; equal: ReadonlyMap<string, unknown> }): boolean {
  const field = model.entity.fields[key]
  if (!field?.unique || isReference(field) || !isNeverEmpty(context, model, key)) return false
  return typeof field.unique === 'string' || field.unique.within.every((other) => equal.has(other))
}

/** One sort key as SQL. */
interface SortedBy {
  readonly column: Expression<unknown>
  readonly ascending: boolean
  /** Whether the column may hold nulls; the time of creation never does, in the tables of the engine nor in that of the log. */
  readonly nullable: boolean
}

/** A total order over the rows at `t`. */
export interface Order {
  readonly keys: readonly SortedBy[]
  readonly id: { readonly column: RawBuilder<unknown>; readonly ascending: boolean }
  readonly sql: RawBuilder<unknown>
  /** Whether a unique index gives the order, so that rows are read already sorted and only as far as the page goes. */
  readonly indexed: boolean
}

/** Nulls sort first ascending and last descending, on both databases. */
export const nullsSql = ({ dialect }: SqlContext, ascending: boolean): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql.raw(ascending ? ' nulls first' : ' nulls last') : sql``

/** The same value, in an order that no index gives: rows that are named are read and sorted, not looked for along it. */
export const unindexedSql = ({ dialect }: Pick<SqlContext, 'dialect'>, column: Expression<unknown>): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql`nullif(${column}, null)` : sql`+${column}`

interface Sorted {
  readonly model: Model
  readonly joins: Joins
  readonly equal: ReadonlyMap<string, unknown>
  /** The rows are named. */
  readonly isNarrow?: boolean | undefined
}

/**
 * Order by these keys and then by id; by the first key alone if it is unique, because more would only cost time. Of an id no null is
 * spoken: the primary key knows none, and its index would not give an order that says where they go.
 */
export function orderSql(context: SqlContext, { model, joins, equal, isNarrow }: Sorted, sort: readonly SortKey[]): Order {
  const [first] = sort
  const byId = first?.key === model.id
  const indexed = first !== undefined && (byId || isUniqueAmong(context, model, { key: first.key, equal }))
  const keys = (indexed ? [first] : sort).map(({ key, ascending }) => ({
    column: orderColumnSql(context, joins, { model, alias: 't', key }),
    ascending,
    nullable: key !== model.id && key !== 'createTime',
  }))
  const id = { column: sql.ref(`t.${model.idColumn}`), ascending: keys.at(-1)?.ascending ?? false }
  const part = ({ column, ascending }: { column: Expression<unknown>; ascending: boolean }) => {
    const nulls = byId ? sql`` : nullsSql(context, ascending)
    return sql`${isNarrow ? unindexedSql(context, column) : column} ${sql.raw(ascending ? 'asc' : 'desc')}${nulls}`
  }
  const parts = indexed ? keys.map(part) : [...keys, id].map(part)
  return { keys, id, indexed, sql: sql` order by ${sql.join(parts)}` }
}
