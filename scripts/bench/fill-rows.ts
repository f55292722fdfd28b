import { sql } from 'kysely'
import { orderKey } from '../../engine/fields/text/order-key.ts'
import { newId, type Engine } from '../../engine/server/index.ts'
import type { WireRow } from '../../engine/schema/index.ts'

/** So many rows go into one statement. */
const SET = 20_000

/**
 * Fill a table with rows of one entity in sets, past the write path, which would need minutes for a million: values and sort keys as it
 * stores them, without audit. Answers the ids.
 */
export async function fillRows(engine: Engine, name: 'equipment', count: number, rowOf: (n: number) => WireRow): Promise<string[]> {
  const { table, idColumn, stored, ordered } = engine.model(name)
  const dialect = engine.db.dialect
  const columns = [idColumn, ...stored.map(({ column }) => column), ...ordered.map(({ column }) => column), 'create_by', 'create_time']
  const keys = new Map<string, string>()
  const keyOf = (text: unknown, personal: boolean): string | null => {
    if (typeof text !== 'string') return null
    const found = keys.get(text) ?? orderKey(text, personal)
    if (keys.size < 10_000) keys.set(text, found)
    return found
  }
  const ids: string[] = []
  for (let from = 0; from < count; from += SET) {
    const rows = Array.from({ length: Math.min(SET, count - from) }, (_, index) => {
      const row = rowOf(from + index)
      const id = newId()
      ids.push(id)
      const values = stored.map(({ key }) => row[key] ?? null)
      const sorted = ordered.map(({ key, personal }) => keyOf(row[key], personal))
      return [id, ...values, ...sorted, 'admin', '2026-09-01 08:00:00']
    })
    const text = JSON.stringify(rows)
    const into = sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})`
    const picked = columns.map((_, index) =>
      dialect === 'postgres' ? sql`v ->> ${sql.lit(index)}` : sql`json_extract(v.value, ${sql.lit(`$[${index}]`)})`,
    )
    const each = dialect === 'postgres' ? sql`json_array_elements(cast(${text} as json)) as v` : sql`json_each(${text}) as v`
    await engine.db.write((tx) => sql`${into} select ${sql.join(picked)} from ${each}`.execute(tx))
  }
  return ids
}
