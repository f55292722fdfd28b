import { sql, type RawBuilder } from 'kysely'
import { isEmpty } from '../fields/is-empty.ts'
import type { WireRow } from '../schema/index.ts'
import { chunksOf } from './chunks.ts'
import type { Model, Reader, UniqueRule } from './contract.ts'

/** The wire names of the fields that decide. */
export const uniqueFields = ({ own, within }: UniqueRule): string[] => [own.key, ...within.map((one) => one.key)]

/** What two rows that violate the rule have in common. */
export const uniqueKey = (rule: UniqueRule, row: WireRow): string => JSON.stringify(uniqueFields(rule).map((key) => String(row[key] ?? '')))

/** With more values than this, the statement does not name them, and all rows with one of the unique values are read. */
const MOST_PLACES = 500

/** The conditions that the given rows share: one value may occur in many groups, and only their groups count. */
function placesOf({ within }: UniqueRule, asking: readonly WireRow[]): RawBuilder<unknown>[] {
  return within.flatMap(({ key, column }) => {
    const places = [...new Set(asking.map((row) => row[key]))]
    return places.length > MOST_PLACES || places.some(isEmpty) ? [] : [sql` and ${sql.ref(column)} in (${sql.join(places)})`]
  })
}

/** Ids of the stored rows (including those in the bin) that may share a unique key with one of the given rows, by that key. */
export async function holdersOf(
  db: Reader,
  { model, rule }: { model: Model; rule: UniqueRule },
  asking: readonly WireRow[],
): Promise<Map<string, string[]>> {
  const columns = [rule.own, ...rule.within].map(({ key, column }) => sql`${sql.ref(column)} as ${sql.ref(key)}`)
  const places = sql.join(placesOf(rule, asking), sql``)
  const holders = new Map<string, string[]>()
  for (const chunk of chunksOf([...new Set(asking.map((row) => row[rule.own.key]))])) {
    const { rows } = await sql<WireRow>`select ${sql.ref(model.idColumn)} as ${sql.ref('#id')}, ${sql.join(columns)}
      from ${sql.table(model.table)} where ${sql.ref(rule.own.column)} in (${sql.join(chunk)})${places}`.execute(db)
    for (const row of rows) {
      const key = uniqueKey(rule, row)
      holders.set(key, [...(holders.get(key) ?? []), String(row['#id'])])
    }
  }
  return holders
}
