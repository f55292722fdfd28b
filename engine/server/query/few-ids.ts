import { sql, type SqlBool } from 'kysely'
import { snakeCase } from '../model/model.ts'
import type { KnownStatements, Readers } from '../database/known-statements.ts'
import type { SqlContext } from './column-sql.ts'
import { looksWithin } from './filter-sql.ts'
import type { Listing } from './list-plan.ts'
import { idsSql, type Prepared } from './page-sql.ts'
import { orderSql } from './sort.ts'

/** A row that is looked up along an index costs as much as so many that are read in the order of the table. */
const ROWS_PER_LOOKUP = 13
/** No more are named to a statement. */
const MOST_NAMED = 5000

interface IdsContext extends SqlContext {
  readonly db: Readers
  readonly statements: KnownStatements
}

/** Whether a filter has no index: neither of its column nor, if it looks within texts, of those. */
function hasUnindexedFilter({ searched }: SqlContext, { model, unindexed, query }: Listing): boolean {
  const texts = searched.get(model.table) ?? []
  return unindexed.some((name) => !texts.includes(snakeCase(name)) || !looksWithin(query[name] ?? ''))
}

interface Sought {
  preparedWith(values: readonly unknown[]): Prepared
  /** How many rows match, if that is known. */
  counted(): Promise<number> | undefined
  /** So many rows of the list are asked for, skipped ones included. */
  readonly wanted: number
}

/**
 * The ids of a list that is filtered by what no index knows, if they are few, in no order: all rows are read once, in the order of the
 * table. SQLite would look up each along the order of the list, which took thirty times as long; PostgreSQL knows how rare a value is.
 */
export function fewIds(context: IdsContext, listing: Listing, sought: Sought): Promise<readonly string[] | undefined> | undefined {
  return context.dialect === 'sqlite' && hasUnindexedFilter(context, listing) ? askFewIds(context, listing, sought) : undefined
}

async function askFewIds(context: IdsContext, listing: Listing, { preparedWith, counted, wanted }: Sought) {
  const most = Math.min(wanted * ROWS_PER_LOOKUP, MOST_NAMED)
  const known = counted()
  if (known && (await known) > most) return undefined
  const rows = await context.statements.rows<{ id: string }>(context.db, {
    shape: listing.shape && `${listing.shape}/ids`,
    values: [...listing.equal.values(), most + 1],
    build: (values) => ({ query: idsSql(listing, preparedWith(values), values.at(-1)) }),
  })
  return rows.length > most ? undefined : rows.map(({ id }) => id)
}

/** Only the rows with these ids (JSON), which are sorted and not looked for along an index. */
export function withIdsSql(
  context: SqlContext,
  { model, equal, sort }: Listing,
  { joins, where, scoped }: Prepared,
  ids: unknown,
): Prepared {
  const named = sql<SqlBool>`${sql.ref(`t.${model.idColumn}`)} in (select value from json_each(${ids}))`
  return { joins, where: [named, ...where], scoped, order: orderSql(context, { model, joins, equal, isNarrow: true }, sort) }
}
