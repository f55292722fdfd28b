import { sql, type SqlBool } from 'kysely'
import { snakeCase } from '../model/model.ts'
import type { KnownStatements, Readers } from '../database/known-statements.ts'
import type { SqlContext } from './column-sql.ts'
import type { Listing } from './list-plan.ts'
import { idsSql, type Prepared } from './page-sql.ts'
import { orderSql } from './sort.ts'

/** A row that is looked for along an index costs as much as so many that are read as they lie. */
const COST_OF_LOOK = 13
/** No more are named to a statement. */
const MOST_NAMED = 5000

interface IdsContext extends SqlContext {
  readonly db: Readers
  readonly statements: KnownStatements
}

/** Whether rows of the list are found only by reading others too; a text that rows contain has an index of its own. */
function mayReadFar({ searched }: SqlContext, { model, unindexed, equal }: Listing): boolean {
  return unindexed.some((name) => equal.has(name) || !searched.get(model.table)?.includes(snakeCase(name)))
}

interface Sought {
  preparedWith(values: readonly unknown[]): Prepared
  /** So many rows of the list are asked for, skipped ones included. */
  readonly wanted: number
}

/**
 * The rows of a list that is filtered by what no index knows, if they are few, in no order: all rows are read once, as they lie. SQLite would
 * look for each along the order of the list, which took thirty times as long; PostgreSQL knows how rare a value is.
 */
export async function fewIds(
  context: IdsContext,
  listing: Listing,
  { preparedWith, wanted }: Sought,
): Promise<readonly string[] | undefined> {
  if (context.dialect !== 'sqlite' || !mayReadFar(context, listing)) return undefined
  const most = Math.min(wanted * COST_OF_LOOK, MOST_NAMED)
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
