import { sql, type SqlBool } from 'kysely'
import type { ListRequest, WalkStep } from '../contract.ts'
import { joinsSql } from './column-sql.ts'
import { missingFilter } from './list-filters.ts'
import { andSql, finishRows, listSpec, prepare, rowsSql, type Prepared, type Readers } from './list-rows.ts'
import { selectionFor } from './select-sql.ts'
import { afterSql, type Mark } from './sort.ts'

/** Walk a list to its end in steps, by keyset: the last row's sort values and id, never an offset. */
export async function* walkRows(readers: Readers, request: ListRequest, size: number): AsyncIterable<WalkStep> {
  const model = readers.models.get(request.entity)
  if (!model || missingFilter(listSpec(model, request.list ?? 'list'), request.query)) return
  const start = prepare(readers, request)
  const selections = request.query['selections']?.split(',').filter(Boolean)
  const where = selections?.length
    ? [...start.where, sql<SqlBool>`${sql.ref(`t.${model.idColumn}`)} in (${sql.join(selections)})`]
    : start.where
  let last: Mark | undefined
  for (;;) {
    const step = { ...start, where: last ? [...where, afterSql(start.order, last)] : where }
    const marks = await marksOf(readers, step, size)
    if (!marks.length) return
    const selection = selectionFor(readers, model)
    const { rows } = await rowsSql(step, selection, sql` limit ${size}`).execute(readers.db.read)
    yield await finishRows(readers, { model, selection, actor: request.actor }, rows)
    last = marks.at(-1)
    if (marks.length < size || !last) return
  }
}

/** The sort values and ids of one step's rows. */
async function marksOf(readers: Readers, step: Prepared, size: number): Promise<Mark[]> {
  const { model, joins, where, order } = step
  const columns = [
    ...order.keys.map(({ column }, place) => sql`${column} as ${sql.ref(`sort${place}`)}`),
    sql`${order.id.column} as ${sql.ref('id')}`,
  ]
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${sql.join(columns)} from ${sql.table(model.table)} as t${joinsSql(joins)}${andSql(where)}${order.sql} limit ${size}`.execute(
    readers.db.read,
  )
  return rows.map((row) => ({ values: order.keys.map((_, place) => row[`sort${place}`]), id: String(row['id']) }))
}
