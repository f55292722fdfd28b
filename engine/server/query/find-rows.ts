import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { WireRow } from '../../schema/index.ts'
import type { Actor, Model } from '../contract.ts'
import { chunksOf } from '../chunks.ts'
import { idsOf } from '../ids.ts'
import { askedLimit } from './asked-limit.ts'
import { columnSql, labelSql, joinsSql, orderColumnSql, resolveVia, type Joins } from './column-sql.ts'
import { containsSql, filterSql, never, type FilterAt } from './filter-sql.ts'
import { askedBy } from './list-plan.ts'
import { whole, type Readers } from './list-rows.ts'
import { allOf, visibleSql } from './row-scope.ts'
import { selectionFor } from './select-sql.ts'
import { nullsSql } from './sort.ts'
import { toWire } from './to-wire.ts'

const MOST_OPTIONS = 200

/** Rows by id, in the actor's scope, as they travel; in no order. */
export async function findRows(readers: Readers, model: Model, ids: readonly string[], actor: Actor): Promise<WireRow[]> {
  if (!ids.length) return []
  const selection = selectionFor(readers, model)
  const rows = await readers.queries.rows<Record<string, unknown>>(readers.db, {
    shape: ids.length === 1 ? ['find', model.name, askedBy(model, selection, actor), selection.day].join('/') : undefined,
    values: ids,
    build: (asked) => {
      const { limits } = visibleSql(readers, { model, actor, db: readers.db.read })
      const where = sql.join([...limits, sql`${sql.ref(`t.${model.idColumn}`)} in (${sql.join([...asked])})`], sql` and `)
      const columns = sql.join([...selection.columns])
      const query = sql<
        Record<string, unknown>
      >`select ${columns} from ${sql.table(model.table)} as t${joinsSql(selection.joins)} where ${where}`
      return { query, steady: true }
    },
  })
  return toWire(readers, { model, selection, actor }, rows)
}

/** As many rows as are asked, in the order of their ids, each once. */
export async function findMany(readers: Readers, model: Model, ids: readonly string[], actor: Actor): Promise<WireRow[]> {
  const wanted = [...new Set(ids)]
  const found = new Map<unknown, WireRow>()
  for (const chunk of chunksOf(wanted)) for (const row of await findRows(readers, model, chunk, actor)) found.set(row['id'], row)
  return wanted.map((id) => found.get(id)).filter((row) => row !== undefined)
}

/** A field of another entity that points to the rows to choose from. */
export interface NamedBy {
  readonly model: Model
  readonly key: string
}

export interface OptionsRequest {
  readonly model: Model
  readonly actor: Actor
  /** Field whose value is the option's text. */
  readonly show: string
  /** Further fields to answer. */
  readonly also: readonly string[]
  /** Only rows that these fields name in rows of the actor's; all in their scope when it is left out. */
  readonly namedBy?: readonly NamedBy[]
  readonly query: Readonly<Record<string, string | undefined>>
}

/** The row is named by one of these fields, in a row that exists for the actor. */
function namedSql(readers: Readers, { model, actor, namedBy = [] }: OptionsRequest): RawBuilder<SqlBool> {
  const named = namedBy.map((by) => {
    const joins: Joins = new Map()
    const column = columnSql(readers, joins, { model: by.model, alias: 't', key: by.key })
    const { limits } = visibleSql(readers, { model: by.model, actor, db: readers.db.read })
    const rows = sql`select ${column} from ${sql.table(by.model.table)} as t${joinsSql(joins)} where ${allOf(limits)}`
    return sql<SqlBool>`${sql.ref(`t.${model.idColumn}`)} in (${rows})`
  })
  return named.length ? sql<SqlBool>`(${sql.join(named, sql` or `)})` : never
}

/** Choices of a reference: searched by their text, narrowed by the fields that references depend on and no others: whoever may choose may not search. */
export async function findOptions(readers: Readers, request: OptionsRequest): Promise<WireRow[]> {
  const { model, actor, query } = request
  const joins: Joins = new Map()
  const column = (key: string) => columnSql(readers, joins, { model, alias: 't', key })
  const limit = askedLimit()
  const placeOf = (key: string, name = key): FilterAt | undefined => {
    const shown = resolveVia(readers, model, key)
    return shown && { column: column(key), field: shown.field, dialect: readers.dialect, name, limit }
  }
  const where: Expression<SqlBool>[] = [...visibleSql(readers, { model, actor, db: readers.db.read }).limits]
  if (request.namedBy) where.push(namedSql(readers, request))
  for (const [key, value] of Object.entries(query)) {
    const place = value && (key === request.show || request.also.includes(key)) ? placeOf(key) : undefined
    if (!place || !value) continue
    limit.values(key, value)
    where.push(filterSql(place, value))
  }
  const keyword = query['keyword']
  const shown = keyword ? placeOf(request.show, 'keyword') : undefined
  if (keyword && shown) where.push(containsSql(shown, { before: '%', text: keyword, after: '%' }))
  const ids = idsOf(query['ids'])
  limit.values('ids', ids.join())
  if (ids.length) where.push(sql<SqlBool>`${sql.ref(`t.${model.idColumn}`)} in (${sql.join(ids)})`)
  const size = Math.min(whole(query['pageSize'], 50), MOST_OPTIONS)
  const also = request.also.map((key) => sql`${column(key)} as ${sql.ref(key)}`)
  const label = labelSql(readers, joins, { model, alias: 't', key: request.show })
  const by = orderColumnSql(readers, joins, { model, alias: 't', key: request.show })
  const columns = sql.join([sql`${sql.ref(`t.${model.idColumn}`)} as value`, sql`${label} as label`, ...also])
  const condition = where.length ? sql` where ${sql.join(where, sql` and `)}` : sql``
  const { rows } =
    await sql<WireRow>`select ${columns} from ${sql.table(model.table)} as t${joinsSql(joins)}${condition} order by ${by}${nullsSql(readers, true)}, value limit ${size}`.execute(
      readers.db.read,
    )
  return rows
}

/** Scoped rows that match fixed params, only the named fields: the documents' `queryXAll` calls. */
export async function lookUp(
  readers: Readers,
  request: { model: Model; actor: Actor; params: WireRow; returns: readonly string[] },
): Promise<WireRow[]> {
  const { model, actor, params } = request
  const joins: Joins = new Map()
  const column = (key: string) => columnSql(readers, joins, { model, alias: 't', key })
  const where: Expression<SqlBool>[] = [...visibleSql(readers, { model, actor, db: readers.db.read }).limits]
  for (const [key, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== '') where.push(sql<SqlBool>`${column(key)} = ${value}`)
  }
  const sort = model.entity.list.sort
  const direction = sql.raw(sort?.order === 'asc' ? 'asc' : 'desc')
  const by = orderColumnSql(readers, joins, { model, alias: 't', key: sort?.by ?? 'createTime' })
  const order = sql`${by} ${direction}, ${sql.ref(`t.${model.idColumn}`)} ${direction}`
  const columns = sql.join(request.returns.map((key) => sql`${column(key)} as ${sql.ref(key)}`))
  const condition = where.length ? sql` where ${sql.join(where, sql` and `)}` : sql``
  const { rows } =
    await sql<WireRow>`select ${columns} from ${sql.table(model.table)} as t${joinsSql(joins)}${condition} order by ${order} limit 5000`.execute(
      readers.db.read,
    )
  return rows
}
