import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isMark } from '../../fields/structure.ts'
import { choicesOf } from '../../fields/shared.ts'
import type { AnyField, WireRow } from '../../schema/index.ts'
import type { Actor, Model, Reader } from '../contract.ts'
import { never } from './where.ts'

/** Who reads which rows. */
interface Asked {
  readonly model: Model
  readonly actor: Actor
}

/** The rows that the reader has marked, or those that they have not; values that are neither match no row. */
export function markedSql({ model, actor }: Asked, field: AnyField, value: string): RawBuilder<SqlBool> | undefined {
  if (!isMark(field)) return undefined
  const { table, own, reader } = field
  const row = sql.ref(`t.${model.idColumn}`)
  const marked = sql<SqlBool>`exists (select 1 from ${sql.table(table)} as k where ${sql.ref(`k.${own}`)} = ${row} and ${sql.ref(`k.${reader}`)} = ${actor.id})`
  if (value === '1') return marked
  return value === '0' ? sql<SqlBool>`not ${marked}` : never
}

/** The marks of the model's fields in these rows, one query for all rows. */
export async function putMarks(db: Reader, { model, actor }: Asked, rows: WireRow[]): Promise<void> {
  if (!rows.length) return
  for (const [key, field] of Object.entries(model.entity.fields)) {
    if (!isMark(field)) continue
    const own = sql.ref(field.own)
    const ids = rows.map((row) => String(row['id']))
    const found = await sql<{ id: string }>`select ${own} as id from ${sql.table(field.table)}
      where ${sql.ref(field.reader)} = ${actor.id} and ${own} in (${sql.join(ids)})`.execute(db)
    const marked = new Set(found.rows.map(({ id }) => id))
    const texts = new Map(choicesOf(field)?.map(({ value, label }) => [value, label]))
    for (const row of rows) {
      const value = marked.has(String(row['id'])) ? 1 : 0
      row[key] = value
      row[`${key}_dictText`] = texts.get(value) ?? ''
    }
  }
}
