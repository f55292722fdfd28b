import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Dialect } from '../../fields/contract.ts'
import { joinsSql, type Joins } from './column-sql.ts'
import type { Listing } from './list-plan.ts'
import type { Order } from './sort.ts'

/** Which rows, in what order. */
export interface Prepared {
  readonly joins: Joins
  readonly where: readonly Expression<SqlBool>[]
  readonly order: Order
  readonly scoped: boolean
}

/** Which entity's rows, and which of their columns. */
type Chosen = Pick<Listing, 'model' | 'selection'>

type Rows = RawBuilder<Record<string, unknown>>

const andSql = (parts: readonly Expression<SqlBool>[]): RawBuilder<unknown> =>
  parts.length ? sql` where ${sql.join([...parts], sql` and `)}` : sql``

/** The rows at `t` that match, before they are put in order. */
const matchingSql = ({ model }: Pick<Listing, 'model'>, { joins, where }: Prepared): RawBuilder<unknown> =>
  sql`from ${sql.table(model.table)} as t${joinsSql(joins)}${andSql(where)}`

const allJoins = ({ selection }: Chosen, { joins }: Prepared): RawBuilder<unknown> => joinsSql(new Map([...joins, ...selection.joins]))

/** Rows and labels in one step: the cheapest way for few rows that are read already sorted. */
export const joinedSql = (chosen: Chosen, prepared: Prepared, page: RawBuilder<unknown>): Rows =>
  sql`select ${sql.join([...chosen.selection.columns])} from ${sql.table(chosen.model.table)} as t${allJoins(chosen, prepared)}${andSql(prepared.where)}${prepared.order.sql}${page}`

/** Choose the rows first and join their labels afterwards: joins cost time for one page only, not for every row that matches. */
export function rowsSql(chosen: Chosen, prepared: Prepared, page: RawBuilder<unknown>): Rows {
  const inner = sql`select t.* ${matchingSql(chosen, prepared)}${prepared.order.sql}${page}`
  return sql`select ${sql.join([...chosen.selection.columns])} from (${inner}) as t${allJoins(chosen, prepared)}${prepared.order.sql}`
}

/**
 * Choose the ids first, which the index that the rows are sorted by contains, and read the rows themselves afterwards: of a row that
 * is skipped or only sorted nothing else is read. Neither database may begin with the rows and look for each among the ids.
 */
export function idsFirstSql(chosen: Chosen, prepared: Prepared, page: RawBuilder<unknown>, dialect: Dialect): Rows {
  const { model, selection } = chosen
  const id = sql.ref(`t.${model.idColumn}`)
  const table = sql.table(model.table)
  const matching = sql`${matchingSql(chosen, prepared)}${prepared.order.sql}${page}`
  const columns = sql.join([...selection.columns])
  const labels = allJoins(chosen, prepared)
  // PostgreSQL makes no row of its own of each that it skips if it is asked for all columns of the index.
  const keys = sql.join(prepared.order.keys.map(({ column }, index) => sql`${column} as ${sql.ref(`k${index}`)}`))
  return dialect === 'postgres'
    ? sql`select ${columns} from ${table} as t${labels} where ${id} = any(array(select p.id from (select ${keys}, ${id} as id ${matching}) as p))${prepared.order.sql}`
    : sql`select ${columns} from (select ${id} as id ${matching}) as p cross join ${table} as t on ${id} = p.id${labels}${prepared.order.sql}`
}

/** The ids of so many rows that match, in no order. */
export const idsSql = (listing: Pick<Listing, 'model'>, prepared: Prepared, limit: unknown): RawBuilder<{ id: string }> =>
  sql`select ${sql.ref(`t.${listing.model.idColumn}`)} as id ${matchingSql(listing, prepared)} limit ${limit}`

/** How many rows match; counting stops at `most`. */
export const countSql = (listing: Pick<Listing, 'model'>, prepared: Prepared, most: number | undefined): RawBuilder<{ n: number }> =>
  most === undefined
    ? sql`select count(*) as n ${matchingSql(listing, prepared)}`
    : sql`select count(*) as n from (select 1 as one ${matchingSql(listing, prepared)} limit ${sql.lit(most)}) as c`
