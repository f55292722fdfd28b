import { sql, type SqlBool } from 'kysely'
import type { ListRequest, WalkStep } from '../contract.ts'
import { readIds } from '../ids.ts'
import { afterSql, placeOf, sortColumns, withoutPlaces, type RowPlace } from './keyset.ts'
import { listingOf } from './list-plan.ts'
import { prepare, textsFor, type ReadContext } from './list-rows.ts'
import { rowsSql } from './page-sql.ts'
import { selectListFor } from './select-sql.ts'
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
  let last: RowPlace | undefined
  for (;;) {
    const step = { ...start, where: last ? [...where, afterSql(start.order, last)] : where }
    const selection = selectListFor(context, model)
    const columns = [...selection.columns, ...sortColumns(start.order)]
    const { rows } = await rowsSql({ model, selection: { ...selection, columns } }, step, sql` limit ${size}`).execute(context.db.read)
    const end = rows.at(-1)
    if (!end) return
    last = placeOf(start.order, end)
    withoutPlaces(start.order, rows)
    yield await toWire(context, { model, selection, actor }, rows)
    if (rows.length < size) return
  }
}
