import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ListRequest, WalkStep } from '../contract.ts'
import { idsOf } from '../ids.ts'
import { listingOf } from './list-plan.ts'
import { prepare, rowsSql, type Readers } from './list-rows.ts'
import { selectionFor } from './select-sql.ts'
import { afterSql, type Mark, type Order } from './sort.ts'
import { toWire } from './to-wire.ts'

/** Walk a list to its end in steps, by keyset: the last row's sort values and id, never an offset. */
export async function* walkRows(readers: Readers, request: ListRequest, size: number): AsyncIterable<WalkStep> {
  const listing = listingOf(readers, request)
  const { model, actor } = listing
  const start = prepare(readers, listing)
  const selections = idsOf(request.query['selections'])
  const where = selections.length
    ? [...start.where, sql<SqlBool>`${sql.ref(`t.${model.idColumn}`)} in (${sql.join(selections)})`]
    : start.where
  let last: Mark | undefined
  for (;;) {
    const step = { ...start, where: last ? [...where, afterSql(start.order, last)] : where }
    const selection = selectionFor(readers, model)
    const columns = [...selection.columns, ...markColumns(start.order)]
    const { rows } = await rowsSql({ model, selection: { ...selection, columns } }, step, sql` limit ${size}`).execute(readers.db.read)
    if (!rows.length) return
    last = takeMarks(start.order, rows)
    yield await toWire(readers, { model, selection, actor }, rows)
    if (rows.length < size || !last) return
  }
}

const markName = (place: number): string => `_sort${place}`

const markColumns = ({ keys }: Order): RawBuilder<unknown>[] =>
  keys.map(({ column }, place) => sql`${column} as ${sql.ref(markName(place))}`)

/** Take the sort values off rows that are about to leave; answers the last row's. */
function takeMarks({ keys }: Order, rows: Record<string, unknown>[]): Mark | undefined {
  const last = rows.at(-1)
  const mark = last && { values: keys.map((_, place) => last[markName(place)]), id: String(last['id']) }
  for (const row of rows) for (const place of keys.keys()) delete row[markName(place)]
  return mark
}
