import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isCount, isMark, isReferenceList } from '../../fields/structure.ts'
import type { WireRow } from '../../schema/index.ts'
import type { Database, DictionaryEntry, ListRequest, Model, Page, Rules } from '../contract.ts'
import { advancedSql } from './advanced-query.ts'
import { askedLimit } from './asked-limit.ts'
import { resolveVia, type Joins } from './column-sql.ts'
import { anyTable, type ReadCache } from './read-cache.ts'
import { canStartBehind, farRows, PageStarts } from './far-pages.ts'
import { compiledRows, type KnownStatements, type Readers } from '../database/known-statements.ts'
import { comparedValue } from './kept-sql.ts'
import { TextMatches, type CommonTexts } from './text-matches.ts'
import { filterConditions, stemOf } from './list-filters.ts'
import { wholly, type Chosen, type LinkedRows } from './linked-rows.ts'
import { listingOf, pagingKeys, wholeActor, type Listing, type PlanContext } from './list-plan.ts'
import { countSql, idsFirstSql, joinedSql, rowsSql, type Prepared } from './page-sql.ts'
import { fewIds, withIdsSql } from './few-ids.ts'
import { visibleSql } from './row-scope.ts'
import { orderSql } from './sort.ts'
import { toWire } from './to-wire.ts'

export const MOST_COUNTED = 100_000
/** What the application notes by itself grows without end and never rests: each page would count it again. */
const MOST_NOTED = 10_000
const mostCounted = ({ list, model: { entity } }: Pick<Listing, 'list' | 'model'>): number =>
  list.mostCounted ?? (entity.source === undefined ? MOST_COUNTED : MOST_NOTED)
const MOST_ROWS = 1000
/** So many skipped rows are read whole: `near` with their labels, since one step costs less than two, `between` without them. */
const FEW_SKIPPED = { sqlite: { near: 200, between: 200 }, postgres: { near: 50, between: 500 } }
/** Beyond any page; larger numbers would not fit into an offset. */
const LAST_PAGE = 1_000_000_000

/** What is needed to read rows. */
export interface ReadContext extends PlanContext {
  readonly db: Readers & Pick<Database, 'dialect'> & Partial<Pick<Database, 'versions'>>
  readonly linked: LinkedRows
  readonly rules: Readonly<Record<string, Rules>>
  /** How many rows a list has, and where its far pages start. */
  readonly counts: ReadCache<number>
  readonly starts: ReadCache<PageStarts | undefined>
  readonly statements: KnownStatements
  readonly common: CommonTexts
  dictionaries(): Promise<ReadonlyMap<string, readonly DictionaryEntry[]>>
}

/** The values that every row of the list has. */
function fixedSql({ dialect }: ReadContext, { model, list }: Listing): RawBuilder<SqlBool>[] {
  return model.stored.flatMap(({ key, column, field }) => {
    const value = list.where?.[key]
    return value === undefined ? [] : [sql<SqlBool>`${sql.ref(`t.${column}`)} = ${comparedValue(field, value, dialect)}`]
  })
}

/** The conditions and the order of a request, from which statements are built. */
export function prepare(context: ReadContext, listing: Listing, texts?: TextMatches): Prepared {
  const { model, list, actor, query, equal, sort } = listing
  const { read: db } = context.db
  const joins: Joins = new Map()
  const visible = visibleSql(context, { model, actor, db, binned: list.binned === true })
  const asked = { context, joins, model, list, query, actor, db, texts, rules: context.rules[model.name], limit: askedLimit() }
  const advanced = advancedSql(asked)
  const where = [...visible.limits, ...fixedSql(context, listing), ...filterConditions(asked), ...(advanced ? [advanced] : [])]
  return { joins, where, scoped: visible.narrowed, order: orderSql(context, { model, joins, equal, isNarrow: texts?.isNarrow }, sort) }
}

/** What the indexes of texts find for a list; undefined if it looks for nothing that they have, or for what many rows hold. */
export async function textsFor(context: ReadContext, listing: Listing, how = { isCount: false }): Promise<TextMatches | undefined> {
  if (listing.shape !== undefined) return undefined
  const texts = new TextMatches(context, how)
  prepare(context, listing, texts)
  return (await texts.find()) ? texts : undefined
}

/** The rows of a page, and how many there are on all pages if that was learned on the way. */
interface PageRows {
  readonly records: WireRow[]
  readonly found?: number | undefined
}

async function pageRows(context: ReadContext, listing: Listing, page: { size: number; from: number }): Promise<PageRows> {
  const texts = listing.shape === undefined ? await textsFor(context, listing) : undefined
  const preparedWith = (values: readonly unknown[]) => prepare(context, withValues(listing, values), texts)
  const counted = () => context.counts.known(countKey(listing))
  const few = fewIds(context, listing, { preparedWith, counted, wanted: page.from + page.size })
  const ids = few && (await few)
  const chosen = context.linked.choose(context, listing.selection)
  const isFar = listing.shape !== undefined && !ids && page.from >= FEW_SKIPPED[context.dialect].between
  const byOffset = (by: Chosen) => readPage(context, { listing, texts, ids, ...page, chosen: by })
  const behindStart = async (by: Chosen) => {
    const starts = await startsOf(context, listing)
    return starts ? farRows(context, starts, { listing, chosen: by, ...page, preparedWith }) : byOffset(by)
  }
  const read = isFar ? behindStart : byOffset
  const rows = await read(chosen)
  const whole = chosen.complete(rows) ? rows : await read(wholly(listing.selection))
  return { records: await toWire(context, listing, whole), found: ids?.length }
}

interface PageRead {
  readonly listing: Listing
  readonly texts: TextMatches | undefined
  /** Of the rows on all pages, if these are known. */
  readonly ids: readonly string[] | undefined
  readonly chosen: Chosen
  readonly size: number
  readonly from: number
}

function readPage(context: ReadContext, { listing, texts, ids, chosen, ...page }: PageRead): WireRow[] | Promise<WireRow[]> {
  const { equal, shape, list } = listing
  const limits = Boolean(list.binned ?? list.where)
  const few = FEW_SKIPPED[context.dialect]
  const place = ids ? 'known' : page.from < few.near ? 'near' : page.from < few.between ? 'between' : 'far'
  return context.statements.rows(context.db, {
    shape: shape && `${shape}/${place}/${chosen.name}`,
    values: [...equal.values(), ...(ids ? [JSON.stringify(ids)] : []), page.size, page.from],
    build: (values) => {
      const all = prepare(context, withValues(listing, values), texts)
      const prepared = ids ? withIdsSql(context, listing, all, values[equal.size]) : all
      const [size, from] = values.slice(-2)
      const part = sql` limit ${size} offset ${from}`
      const isNear = place === 'near'
      const inOrder = prepared.order.indexed && shape !== undefined && !ids
      const build = place === 'far' ? idsFirstSql : isNear && inOrder ? joinedSql : rowsSql
      const brief = isNear && equal.size === 0 && !prepared.scoped && !limits
      const asked = { model: listing.model, selection: chosen.selection }
      return { query: build(asked, prepared, part, context.dialect), steady: inOrder && place !== 'far', brief }
    },
  })
}

/** The listing with these values instead of those of its compared fields. */
function withValues(listing: Listing, values: readonly unknown[]): Listing {
  const compared = Object.fromEntries([...listing.equal.keys()].map((name, index) => [name, String(values[index])]))
  return { ...listing, query: { ...listing.query, ...compared } }
}

/** A positive whole number of the query, or the fallback. */
export const positiveWhole = (text: string | undefined, fallback: number): number => {
  const number = /^\s*\d+\s*$/.test(text ?? '') ? Number(text) : 0
  return number > 0 ? number : fallback
}

/** One page of a list, in the actor's scope. `total` stops where the list says (`more`), unless `exactTotal` asks. */
export async function listPage(context: ReadContext, request: ListRequest): Promise<Page> {
  const listing = listingOf(context, request)
  const { query } = request
  const size = Math.min(positiveWhole(query['pageSize'], listing.list.pageSizes?.[0] ?? 10), listing.list.mostRows ?? MOST_ROWS)
  const current = Math.min(positiveWhole(query['pageNo'], 1), LAST_PAGE)
  const { records, found } = await pageRows(context, listing, { size, from: (current - 1) * size })
  const total = found ?? (current === 1 && records.length < size ? records.length : await countOf(context, listing))
  const most = mostCounted(listing)
  const limited = total > most && query['exactTotal'] === undefined
  const shown = limited ? most : total
  return { records, total: shown, size, current, pages: Math.ceil(shown / size), ...(limited ? { more: true as const } : {}) }
}

/** Whether a filter counts rows of another table or looks into a relation: tables that the joins do not name. */
function readsOtherRows(context: ReadContext, model: Model, filters: readonly (readonly [string, unknown])[]): boolean {
  return filters.some(([name]) => {
    if (name === 'superQueryParams') return true
    const field = resolveVia(context, model, stemOf(name))?.field
    return isCount(field) || isMark(field) || isReferenceList(field)
  })
}

/** The tables of the marks that these filters ask for, which the application writes itself. */
const markTables = (model: Model, filters: readonly (readonly [string, unknown])[]): string[] =>
  Object.entries(model.entity.fields).flatMap(([key, field]) =>
    isMark(field) && filters.some(([name]) => name === key || name === 'superQueryParams') ? [field.table] : [],
  )

const filtersOf = ({ query }: Listing) => Object.entries(query).filter(([key, value]) => value && !pagingKeys.has(key))

/** Whether a function of the application decides what a filter asks. */
const isByRule = (listing: Listing): boolean => filtersOf(listing).some(([name]) => listing.list.params?.includes(name))

/** Under what the rows of the list are counted. */
function countKey(listing: Listing): string {
  const { model, name, actor, selection, askedBy } = listing
  const asked = isByRule(listing) ? `${wholeActor(actor)}:${askedBy}` : askedBy
  return JSON.stringify([model.name, name, asked, selection.day, filtersOf(listing).sort()])
}

/** Whether only the tables of the list and its joins decide which rows it has. */
function readsOwnTables(context: ReadContext, listing: Listing, { scoped }: Prepared): boolean {
  return !scoped && !isByRule(listing) && !readsOtherRows(context, listing.model, filtersOf(listing))
}

/** The tables that decide which rows a list has. */
function tablesOf(context: ReadContext, listing: Listing, prepared: Prepared): string[] {
  const { model } = listing
  return [
    model.table,
    ...[...prepared.joins.values()].flatMap(({ table }) => table ?? []),
    ...(readsOwnTables(context, listing, prepared) ? [] : [anyTable, ...markTables(model, filtersOf(listing))]),
  ]
}

/** Where pages of the list start, as far as that is known; undefined if its order does not allow to start there. */
function startsOf(context: ReadContext, listing: Listing): Promise<PageStarts | undefined> {
  return context.starts.get(JSON.stringify([listing.shape, ...listing.equal.values()]), () => {
    const prepared = prepare(context, listing)
    const starts = canStartBehind(listing, prepared) ? new PageStarts(prepared.order) : undefined
    return { tables: tablesOf(context, listing, prepared), read: () => Promise.resolve(starts) }
  })
}

async function countOf(context: ReadContext, listing: Listing): Promise<number> {
  const { query, shape, equal } = listing
  const filters = filtersOf(listing)
  const isExact = query['exactTotal'] !== undefined
  return context.counts.get(countKey(listing), () => {
    const compiled = (texts?: TextMatches) =>
      context.statements.compile<{ n: number }>(context.db.read, {
        shape: shape && `${shape}/${isExact ? 'exact' : 'count'}`,
        values: [...equal.values()],
        build: (values) => {
          const prepared = prepare(context, withValues(listing, values), texts)
          const isOwn = readsOwnTables(context, listing, prepared)
          return {
            query: countSql(listing, prepared, isExact ? undefined : mostCounted(listing) + 1),
            // So few entries of an index are read sooner than a thread is asked.
            brief: isOwn && filters.length === 0 && !isExact && mostCounted(listing) <= MOST_NOTED,
            tables: tablesOf(context, listing, prepared),
          }
        },
      })
    const { query: plain, steady, brief, tables = [anyTable] } = compiled()
    const count = async () => {
      // Found after the count has noted what is written by then.
      const texts = await textsFor(context, listing, { isCount: true })
      const [row] = await compiledRows<{ n: number }>(context.db, texts ? compiled(texts).query : plain, { steady, brief })
      return Number(row?.n ?? 0)
    }
    return { tables, read: count }
  })
}
