import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { isCount, isReferenceList } from '../../fields/structure.ts'
import type { WireRow } from '../../schema/index.ts'
import type { Database, DictionaryEntry, ListRequest, Model, Page, Rules } from '../contract.ts'
import { advancedSql } from './advanced-query.ts'
import { askedLimit } from './asked-limit.ts'
import { joinsSql, resolveVia, type Joins } from './column-sql.ts'
import type { CountCache } from './count-cache.ts'
import type { KnownStatements } from '../database/known-statements.ts'
import { comparedValue } from './kept-sql.ts'
import { filterConditions } from './list-filters.ts'
import { listingOf, pagingKeys, wholeActor, type Listing, type PlanContext } from './list-plan.ts'
import { visibleSql } from './row-scope.ts'
import { orderSql, type Order } from './sort.ts'
import { toWire } from './to-wire.ts'

export const MOST_COUNTED = 100_000
const MOST_ROWS = 1000
/** Up to this many skipped rows, joining before paging costs less than choosing the page first. */
const FEW_SKIPPED = 50
/** Beyond any page; larger numbers would not fit into an offset. */
const LAST_PAGE = 1_000_000_000

/** What is needed to read rows. */
export interface ReadContext extends PlanContext {
  readonly db: Pick<Database, 'read' | 'steady' | 'brief' | 'dialect'>
  readonly rules: Readonly<Record<string, Rules>>
  readonly counts: CountCache
  readonly statements: KnownStatements
  dictionaries(): Promise<ReadonlyMap<string, readonly DictionaryEntry[]>>
}

/** Which rows, in what order. */
interface Prepared {
  readonly joins: Joins
  readonly where: readonly Expression<SqlBool>[]
  readonly order: Order
  readonly scoped: boolean
}

const andSql = (parts: readonly Expression<SqlBool>[]): RawBuilder<unknown> =>
  parts.length ? sql` where ${sql.join([...parts], sql` and `)}` : sql``

/** The values that every row of the list has. */
function fixedSql({ dialect }: ReadContext, { model, list }: Listing): RawBuilder<SqlBool>[] {
  return model.stored.flatMap(({ key, column, field }) => {
    const value = list.where?.[key]
    return value === undefined ? [] : [sql<SqlBool>`${sql.ref(`t.${column}`)} = ${comparedValue(field, value, dialect)}`]
  })
}

/** The conditions and the order of a request, from which statements are built. */
export function prepare(context: ReadContext, listing: Listing): Prepared {
  const { model, list, actor, query, equal, sort } = listing
  const { read: db } = context.db
  const joins: Joins = new Map()
  const visible = visibleSql(context, { model, actor, db, binned: list.binned === true })
  const asked = { context, joins, model, list, query, actor, db, rules: context.rules[model.name], limit: askedLimit() }
  const advanced = advancedSql(asked)
  return {
    joins,
    where: [...visible.limits, ...fixedSql(context, listing), ...filterConditions(asked), ...(advanced ? [advanced] : [])],
    scoped: visible.narrowed,
    order: orderSql(context, { model, joins, equal }, sort),
  }
}

/** Which entity's rows, and which of their columns. */
type Chosen = Pick<Listing, 'model' | 'selection'>

/** Rows and labels in one step: the cheapest way for few rows that are read already sorted. */
function joinedSql({ model, selection }: Chosen, prepared: Prepared, chosen: RawBuilder<unknown>): RawBuilder<Record<string, unknown>> {
  const { joins, where, order } = prepared
  const all: Joins = new Map([...joins, ...selection.joins])
  return sql<
    Record<string, unknown>
  >`select ${sql.join([...selection.columns])} from ${sql.table(model.table)} as t${joinsSql(all)}${andSql(where)}${order.sql}${chosen}`
}

/** Choose the rows first and join their labels afterwards: joins cost time for one page only, not for every row that matches. */
export function rowsSql(
  { model, selection }: Chosen,
  prepared: Prepared,
  chosen: RawBuilder<unknown>,
): RawBuilder<Record<string, unknown>> {
  const { joins, where, order } = prepared
  const all: Joins = new Map([...joins, ...selection.joins])
  const inner = sql`select t.* from ${sql.table(model.table)} as t${joinsSql(joins)}${andSql(where)}${order.sql}${chosen}`
  return sql<Record<string, unknown>>`select ${sql.join([...selection.columns])} from (${inner}) as t${joinsSql(all)}${order.sql}`
}

async function pageRows(context: ReadContext, listing: Listing, page: { size: number; from: number }): Promise<WireRow[]> {
  const { equal } = listing
  const near = listing.shape !== undefined && page.from < FEW_SKIPPED
  const rows = await context.statements.rows(context.db, {
    shape: listing.shape && `${listing.shape}/${near ? 'near' : 'far'}`,
    values: [...equal.values(), page.size, page.from],
    build: (values) => {
      const compared = Object.fromEntries([...equal.keys()].map((name, index) => [name, String(values[index])]))
      const [size, from] = values.slice(-2)
      const prepared = prepare(context, { ...listing, query: { ...listing.query, ...compared } })
      const build = near && prepared.order.indexed ? joinedSql : rowsSql
      const brief = near && equal.size === 0 && !prepared.scoped
      return { query: build(listing, prepared, sql` limit ${size} offset ${from}`), steady: prepared.order.indexed, brief }
    },
  })
  return toWire(context, listing, rows)
}

/** A positive whole number of the query, or the fallback. */
export const positiveWhole = (text: string | undefined, fallback: number): number => {
  const number = /^\s*\d+\s*$/.test(text ?? '') ? Number(text) : 0
  return number > 0 ? number : fallback
}

/** One page of a list, in the actor's scope. `total` stops at 100,000 (`more`) unless `exactTotal` asks. */
export async function listPage(context: ReadContext, request: ListRequest): Promise<Page> {
  const listing = listingOf(context, request)
  const { query } = request
  const size = Math.min(positiveWhole(query['pageSize'], listing.list.pageSizes?.[0] ?? 10), MOST_ROWS)
  const current = Math.min(positiveWhole(query['pageNo'], 1), LAST_PAGE)
  const records = await pageRows(context, listing, { size, from: (current - 1) * size })
  const total = current === 1 && records.length < size ? records.length : await countOf(context, listing)
  const limited = total > MOST_COUNTED && query['exactTotal'] === undefined
  const shown = limited ? MOST_COUNTED : total
  return { records, total: shown, size, current, pages: Math.ceil(shown / size), ...(limited ? { more: true as const } : {}) }
}

/** Whether a filter counts rows of another table or looks into a relation: tables that the joins do not name. */
function readsOtherRows(context: ReadContext, model: Model, filters: readonly (readonly [string, unknown])[]): boolean {
  return filters.some(([name]) => {
    if (name === 'superQueryParams') return true
    const field = resolveVia(context, model, name.replace(/_(begin|end|MultiString)$/, ''))?.field
    return isCount(field) || isReferenceList(field)
  })
}

async function countOf(context: ReadContext, listing: Listing): Promise<number> {
  const { model, list, query, selection } = listing
  const filters = Object.entries(query).filter(([key, value]) => value && !pagingKeys.has(key))
  const byRule = filters.some(([name]) => list.params?.includes(name))
  const asked = byRule ? wholeActor(listing.actor) : listing.askedBy
  const key = JSON.stringify([model.name, listing.name, asked, selection.day, filters.sort()])
  return context.counts.get(key, () => {
    const { joins, where, scoped } = prepare(context, listing)
    const tables =
      scoped || byRule || readsOtherRows(context, model, filters)
        ? '*'
        : [model.table, ...[...joins.values()].flatMap(({ table }) => table ?? [])]
    const stop = query['exactTotal'] === undefined ? sql` limit ${MOST_COUNTED + 1}` : sql``
    const inner = sql`select 1 as one from ${sql.table(model.table)} as t${joinsSql(joins)}${andSql(where)}${stop}`
    const count = async () =>
      Number((await sql<{ n: number }>`select count(*) as n from (${inner}) as c`.execute(context.db.read)).rows[0]?.n ?? 0)
    return { tables, count }
  })
}
