import { sql } from 'kysely'
import type { WireRow } from '../schema/index.ts'
import { chunksOf } from './chunks.ts'
import type { Model, Reader, StoredField } from './contract.ts'

/** A field whose value no two rows of the table share, or no two of those that agree in `within`. */
export interface UniqueRule {
  readonly own: StoredField
  readonly within: readonly StoredField[]
  readonly message: string
}

export function uniqueRules({ stored }: Model): UniqueRule[] {
  return stored.flatMap((own): UniqueRule[] => {
    const { unique } = own.field
    if (!unique) return []
    if (typeof unique === 'string') return [{ own, within: [], message: unique }]
    return [{ own, within: stored.filter((one) => unique.within.includes(one.key)), message: unique.message }]
  })
}

/** The wire names of the fields that decide. */
export const uniqueFields = ({ own, within }: UniqueRule): string[] => [own.key, ...within.map((one) => one.key)]

/** What two rows that break the rule have alike. */
export const uniqueKey = (rule: UniqueRule, row: WireRow): string => JSON.stringify(uniqueFields(rule).map((key) => String(row[key] ?? '')))

/** Ids of the stored rows, those in the bin too, that have one of the values, by their unique key. */
export async function holdersOf(
  db: Reader,
  at: { model: Model; rule: UniqueRule },
  values: readonly unknown[],
): Promise<Map<string, string[]>> {
  const { model, rule } = at
  const columns = [rule.own, ...rule.within].map(({ key, column }) => sql`${sql.ref(column)} as ${sql.ref(key)}`)
  const holders = new Map<string, string[]>()
  for (const chunk of chunksOf([...new Set(values)])) {
    const { rows } = await sql<WireRow>`select ${sql.ref(model.idColumn)} as ${sql.ref('#id')}, ${sql.join(columns)}
      from ${sql.table(model.table)} where ${sql.ref(rule.own.column)} in (${sql.join(chunk)})`.execute(db)
    for (const row of rows) {
      const key = uniqueKey(rule, row)
      holders.set(key, [...(holders.get(key) ?? []), String(row['#id'])])
    }
  }
  return holders
}
