import { sql, type SqlBool } from 'kysely'
import { EDITION, orderKey } from '../../fields/text/order-key.ts'
import type { Database, Model, OrderedField } from '../contract.ts'

const STEP = 500

/** The fields of each table that have a sort key, regardless of which entities write it. */
function orderedByTable(models: Iterable<Model>): Map<Model, OrderedField[]> {
  const tables = new Map<string, { model: Model; fields: Map<string, OrderedField> }>()
  for (const model of models) {
    const table = tables.get(model.table) ?? { model, fields: new Map() }
    tables.set(model.table, table)
    for (const one of model.ordered) table.fields.set(one.column, one)
  }
  return new Map([...tables.values()].map(({ model, fields }) => [model, [...fields.values()]]))
}

/** One batch of one table; answers whether there may be more to do. */
async function fillSome(db: Database, model: Model, fields: readonly OrderedField[]): Promise<boolean> {
  const id = sql.ref(model.idColumn)
  const missing = fields.map(
    ({ source, column }) => sql<SqlBool>`(${sql.ref(source)} is not null and coalesce(substr(${sql.ref(column)}, 1, 1), '') <> ${EDITION})`,
  )
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([id, ...fields.map(({ source }) => sql.ref(source))])} from ${sql.table(model.table)}
    where ${sql.join(missing, sql` or `)} limit ${STEP}`.execute(db.read)
  if (!rows.length) return false
  const keyOf = (row: Record<string, unknown>, { source, personal }: OrderedField) => {
    const value = row[source]
    return sql`cast(${typeof value === 'string' ? orderKey(value, personal) : null} as text)`
  }
  const values = rows.map((row) => sql`(${sql.join([row[model.idColumn], ...fields.map((field) => keyOf(row, field))])})`)
  const sets = fields.map(({ column }, index) => sql`${sql.ref(column)} = v.${sql.ref(`column${index + 2}`)}`)
  await db.write((tx) =>
    sql`update ${sql.table(model.table)} set ${sql.join(sets)} from (values ${sql.join(values)}) as v where ${id} = v.column1`.execute(tx),
  )
  return rows.length === STEP
}

/**
 * Give every row the sort keys that it lacks: rows from before sort keys existed, and rows with keys of earlier rules. In batches, so
 * that other work continues.
 */
export async function fillOrder(db: Database, models: ReadonlyMap<string, Model>): Promise<void> {
  for (const [model, fields] of orderedByTable(models.values())) {
    if (fields.length) while (await fillSome(db, model, fields));
  }
}
