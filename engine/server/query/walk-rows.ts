import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ListRequest, WalkStep } from '../contract.ts'
import { idsOf } from '../ids.ts'
import { finishRows, prepare, rowsSql, type Readers } from './list-rows.ts'
import { selectionFor } from './select-sql.ts'
import { afterSql, type Mark, type Order } from './sort.ts'

/** Walk a list to its end in steps, by keyset: the last row's sort values and id, never an offset. */
export async function* walkRows(readers: Readers, request: ListRequest, size: number): AsyncIterable<WalkStep> {
  const model = readers.models.get(request.entity)
  if (!model) return
  const start = prepare(readers, request)
  const selections = idsOf(request.query['selections'])
  const where = selections.length
    ? [...start.where, sql<SqlBool>`${sql.ref(`t.${model.idColumn}`)} in (${sql.join(selections)})`]
    : start.where
  let last: Mark | undefined
  for (;;) {
    const step = { ...start, where: last ? [...where, afterSql(start.order, last)] : where }
    const selection = selectionFor(readers, model)
    const asked = { ...selection, columns: [...selection.columns, ...markColumns(start.order)] }
    const { rows } = await rowsSql(step, asked, sql` limit ${size}`).execute(readers.db.read)
    if (!rows.length) return
    last = takeMarks(start.order, rows)
    yield await finishRows(readers, { model, selection, actor: request.actor }, rows)
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
