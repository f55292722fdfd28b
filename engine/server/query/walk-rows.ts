import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ListRequest, WalkStep } from '../contract.ts'
import { readIds } from '../ids.ts'
import { listingOf } from './list-plan.ts'
import { prepare, textsFor, type ReadContext } from './list-rows.ts'
import { rowsSql } from './page-sql.ts'
import { selectListFor } from './select-sql.ts'
import { afterSql, type WalkPosition, type Order } from './sort.ts'
import { toWire } from './to-wire.ts'

/** Walk a list to its end in steps, by keyset: by the last row's sort values and id, never by an offset. */
export async function* walkRows(context: ReadContext, request: ListRequest, size: number): AsyncIterable<WalkStep> {
  const listing = listingOf(context, request)
  const { model, actor } = listing
  const start = prepare(context, listing, await textsFor(context, listing))
  const selections = readIds(request.query['selections'])
  const where = selections.length
    ? [...start.where, sql<SqlBool>`${sql.ref(`t.${model.idColumn}`)} in (${sql.join(selections)})`]
    : start.where
  let last: WalkPosition | undefined
  for (;;) {
    const step = { ...start, where: last ? [...where, afterSql(start.order, last)] : where }
    const selection = selectListFor(context, model)
    const columns = [...selection.columns, ...sortColumns(start.order)]
    const { rows } = await rowsSql({ model, selection: { ...selection, columns } }, step, sql` limit ${size}`).execute(context.db.read)
    if (!rows.length) return
    last = takePosition(start.order, rows)
    yield await toWire(context, { model, selection, actor }, rows)
    if (rows.length < size || !last) return
  }
}

const sortColumnName = (index: number): string => `_sort${index}`

const sortColumns = ({ keys }: Order): RawBuilder<unknown>[] =>
  keys.map(({ column }, index) => sql`${column} as ${sql.ref(sortColumnName(index))}`)

/** Remove the sort values from rows that are about to leave; answers the position of the last row. */
function takePosition({ keys }: Order, rows: Record<string, unknown>[]): WalkPosition | undefined {
  const last = rows.at(-1)
  const position = last && { values: keys.map((_, index) => last[sortColumnName(index)]), id: String(last['id']) }
  for (const row of rows) for (const index of keys.keys()) delete row[sortColumnName(index)]
  return position
}
