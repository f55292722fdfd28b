import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ListSpec, WireRow } from '../../schema/index.ts'
import type { Actor, Database, DictionaryEntry, ListRequest, Model, Page, Rules } from '../contract.ts'
import { Refused } from '../errors.ts'
import { advancedSql } from './advanced-query.ts'
import { askedLimit } from './asked-limit.ts'
import { joinsSql, resolveVia, type Joins } from './column-sql.ts'
import type { CountCache } from './count-cache.ts'
import type { KnownQueries } from './known-queries.ts'
import { filtersOf } from './list-filters.ts'
import { maskRows } from './mask.ts'
import { askedBy, equalFields, pagingKeys, shapeOf, wholeActor } from './request-shape.ts'
import { visibleSql, type ScopeCatalog } from './row-scope.ts'
import { selectionFor, type Selection } from './select-sql.ts'
import { orderSql, sortOf, type Order } from './sort.ts'
import { toWire } from './to-wire.ts'

export const MOST_COUNTED = 100_000
const MOST_ROWS = 1000
/** Up to here joining the rows before the page costs less than choosing the page first. */
const FEW_SKIPPED = 50
/** Beyond any page; larger numbers would not fit an offset. */
const LAST_PAGE = 1_000_000_000

/** What reading needs of the engine. */
export interface Readers extends ScopeCatalog {
  readonly db: Pick<Database, 'read' | 'steady' | 'dialect'>
  readonly rules: Readonly<Record<string, Rules>>
  readonly counts: CountCache
  readonly selections: Map<string, Selection>
  readonly queries: KnownQueries
  dictionaries(): Promise<ReadonlyMap<string, readonly DictionaryEntry[]>>
}

interface Prepared {
  readonly model: Model
  readonly joins: Joins
  readonly where: readonly Expression<SqlBool>[]
  readonly order: Order
  readonly scoped: boolean
}

const andSql = (parts: readonly Expression<SqlBool>[]): RawBuilder<unknown> =>
  parts.length ? sql` where ${sql.join([...parts], sql` and `)}` : sql``

function modelNamed(readers: Readers, name: string): Model {
  const model = readers.models.get(name)
  if (!model) throw new Refused(`没有实体 ${name}`)
  return model
}

/** The list of this name, refused when the entity has none; `bin` is there where rows go to the bin. */
export function listSpec(model: Model, name: string): ListSpec<string> {
  const { entity } = model
  if (name === 'bin' && entity.bin) return { columns: entity.list.columns, binned: true }
  const spec = name === 'list' ? entity.list : Object.hasOwn(entity.lists ?? {}, name) ? entity.lists?.[name] : undefined
  if (!spec) throw new Refused(`没有列表 ${name}`)
  return spec
}

/** The values that every row of the list has. */
function fixedSql(model: Model, list: ListSpec<string>): RawBuilder<SqlBool>[] {
  return model.stored.flatMap(({ key, column }) => {
    const value = list.where?.[key]
    return value === undefined ? [] : [sql<SqlBool>`${sql.ref(`t.${column}`)} = ${value}`]
  })
}

/** What a request asks of which rows, before any SQL is put together. */
export function prepare(readers: Readers, request: ListRequest): Prepared {
  const model = modelNamed(readers, request.entity)
  const list = listSpec(model, request.list ?? 'list')
  const joins: Joins = new Map()
  const visible = visibleSql(readers, { model, actor: request.actor, db: readers.db.read, binned: list.binned === true })
  const at = { model, list, actor: request.actor }
  const asked = {
    ...at,
    catalog: readers,
    joins,
    query: request.query,
    rules: readers.rules[model.name],
    db: readers.db.read,
    limit: askedLimit(),
  }
  const advanced = advancedSql(asked)
  return {
    model,
    joins,
    where: [...visible.limits, ...fixedSql(model, list), ...filtersOf(asked), ...(advanced ? [advanced] : [])],
    scoped: visible.narrowed,
    order: orderSql(readers, { model, joins, equal: equalFields(readers, at, request.query) }, sortOf(readers, at, request.query)),
  }
}

/** Rows and labels in one go: for few rows that come sorted, the cheapest. */
function joinedSql(prepared: Prepared, selection: Selection, chosen: RawBuilder<unknown>): RawBuilder<Record<string, unknown>> {
  const { model, joins, where, order } = prepared
  const all: Joins = new Map([...joins, ...selection.joins])
  return sql<
    Record<string, unknown>
  >`select ${sql.join([...selection.columns])} from ${sql.table(model.table)} as t${joinsSql(all)}${andSql(where)}${order.sql}${chosen}`
}

/** Rows chosen first, labels joined after: the joins are paid for one page, not for every row that matches. */
export function rowsSql(prepared: Prepared, selection: Selection, chosen: RawBuilder<unknown>): RawBuilder<Record<string, unknown>> {
  const { model, joins, where, order } = prepared
  const all: Joins = new Map([...joins, ...selection.joins])
  const inner = sql`select t.* from ${sql.table(model.table)} as t${joinsSql(joins)}${andSql(where)}${order.sql}${chosen}`
  return sql<Record<string, unknown>>`select ${sql.join([...selection.columns])} from (${inner}) as t${joinsSql(all)}${order.sql}`
}

/** Rows as they travel: with labels, starred for who may not read them whole, without what is hidden from him. */
export async function finishRows(
  readers: Readers,
  at: { model: Model; selection: Selection; actor: Actor },
  rows: Record<string, unknown>[],
): Promise<WireRow[]> {
  return maskRows(at.selection, await toWire(rows, at.selection, at.model, readers), at.actor)
}

async function pageRows(readers: Readers, model: Model, request: ListRequest, page: { size: number; from: number }): Promise<WireRow[]> {
  const selection = selectionFor(readers, model)
  const list = listSpec(model, request.list ?? 'list')
  const equal = equalFields(readers, { model, list, actor: request.actor }, request.query)
  const sort = sortOf(readers, { model, list, actor: request.actor }, request.query)
  const known = shapeOf(request, { model, selection, equal, sort })
  const near = known !== undefined && page.from < FEW_SKIPPED
  const shape = known && `${known}/${near ? 'near' : 'far'}`
  const rows = await readers.queries.rows(readers.db, {
    shape,
    values: [...equal.values(), page.size, page.from],
    build: (values) => {
      const asked = Object.fromEntries([...equal.keys()].map((key, at) => [key, String(values[at])]))
      const [size, from] = values.slice(-2)
      const prepared = prepare(readers, { ...request, query: { ...request.query, ...asked } })
      const build = near && prepared.order.indexed ? joinedSql : rowsSql
      return { query: build(prepared, selection, sql` limit ${size} offset ${from}`), steady: prepared.order.indexed }
    },
  })
  return finishRows(readers, { model, selection, actor: request.actor }, rows)
}

/** A positive whole number of the query, or the fallback. */
export const whole = (text: string | undefined, fallback: number): number => {
  const number = /^\s*\d+\s*$/.test(text ?? '') ? Number(text) : 0
  return number > 0 ? number : fallback
}

/** One page of a list, in the actor's scope. `total` stops at 100,000 (`more`) unless `exactTotal` asks. */
export async function listPage(readers: Readers, request: ListRequest): Promise<Page> {
  const model = modelNamed(readers, request.entity)
  const spec = listSpec(model, request.list ?? 'list')
  const size = Math.min(whole(request.query['pageSize'], spec.pageSizes?.[0] ?? 10), MOST_ROWS)
  const current = Math.min(whole(request.query['pageNo'], 1), LAST_PAGE)
  let made: Prepared | undefined
  const prepared = () => (made ??= prepare(readers, request))
  const records = await pageRows(readers, model, request, { size, from: (current - 1) * size })
  const total = current === 1 && records.length < size ? records.length : await countOf(readers, model, request, prepared)
  const limited = total > MOST_COUNTED && request.query['exactTotal'] === undefined
  const shown = limited ? MOST_COUNTED : total
  return { records, total: shown, size, current, pages: Math.ceil(shown / size), ...(limited ? { more: true as const } : {}) }
}

/** Whether a filter counts rows of another table or looks into a relation, which the joins do not name. */
function readsOtherRows(readers: Readers, model: Model, filters: readonly (readonly [string, unknown])[]): boolean {
  return filters.some(([name]) => {
    if (name === 'superQueryParams') return true
    const type = resolveVia(readers, model, name.replace(/_(begin|end|MultiString)$/, ''))?.field.type
    return type === 'count' || type === 'multiReference'
  })
}

async function countOf(readers: Readers, model: Model, request: ListRequest, prepared: () => Prepared): Promise<number> {
  const filters = Object.entries(request.query).filter(([key, value]) => value && !pagingKeys.has(key))
  const selection = selectionFor(readers, model)
  const { params = [] } = listSpec(model, request.list ?? 'list')
  const byRule = filters.some(([name]) => params.includes(name))
  const asked = byRule ? wholeActor(request.actor) : askedBy(model, selection, request.actor)
  const key = JSON.stringify([model.name, request.list ?? 'list', asked, selection.day, filters.sort()])
  return readers.counts.get(key, () => {
    const { joins, where, scoped } = prepared()
    const tables =
      scoped || byRule || readsOtherRows(readers, model, filters)
        ? '*'
        : [model.table, ...[...joins.values()].flatMap(({ table }) => table ?? [])]
    const stop = request.query['exactTotal'] === undefined ? sql` limit ${MOST_COUNTED + 1}` : sql``
    const inner = sql`select 1 as one from ${sql.table(model.table)} as t${joinsSql(joins)}${andSql(where)}${stop}`
    const count = async () =>
      Number((await sql<{ n: number }>`select count(*) as n from (${inner}) as c`.execute(readers.db.read)).rows[0]?.n ?? 0)
    return { tables, count }
  })
}
