import { sql } from 'kysely'
import { isEmpty } from '../../fields/is-empty.ts'
import type { WireRow } from '../../schema/index.ts'
import { chunksOf } from '../chunks.ts'
import type { Database, Model, Reader, UniqueRule } from '../contract.ts'
import type { KnownStatements } from '../database/known-statements.ts'
import { comparedValue, storedValueSql } from '../query/kept-sql.ts'

/** The wire names of the fields that decide. */
export const uniqueFields = ({ own, within }: UniqueRule): string[] => [own.key, ...within.map((one) => one.key)]

/** What two rows that violate the rule have in common. */
export const uniqueKey = (rule: UniqueRule, row: WireRow): string => JSON.stringify(uniqueFields(rule).map((key) => String(row[key] ?? '')))

/** With more values than this, the statement does not name them, and all rows with one of the unique values are read. */
const MOST_PLACES = 500

/** The columns of `within` and their values in the given rows: one value may occur in many groups, and only their groups count. */
function placesOf(
  { rule, dialect }: HoldersRequest,
  asking: readonly WireRow[],
): { readonly column: string; readonly values: readonly unknown[] }[] {
  return rule.within.flatMap(({ key, column, field }) => {
    const values = [...new Set(asking.map((row) => comparedValue(field, row[key], dialect)))]
    return values.length > MOST_PLACES || values.some(isEmpty) ? [] : [{ column, values }]
  })
}

interface HoldersRequest {
  readonly model: Model
  readonly rule: UniqueRule
  readonly dialect: Database['dialect']
  /** Keeps the statement that asks for a single row; without it each is built again. */
  readonly statements?: KnownStatements
}

/** Ids of the stored rows (including those in the bin) that may share a unique key with one of the given rows, by that key. */
export async function holdersOf(db: Reader, request: HoldersRequest, asking: readonly WireRow[]): Promise<Map<string, string[]>> {
  const { model, rule, dialect, statements } = request
  const places = placesOf(request, asking)
  const asked = places.flatMap(({ values }) => values)
  const build = (values: readonly unknown[]) => {
    const columns = [rule.own, ...rule.within].map((one) => sql`${storedValueSql(one, dialect)} as ${sql.ref(one.key)}`)
    let from = values.length - asked.length
    const own = values.slice(0, from)
    const within = places.map(
      (place) => sql` and ${sql.ref(place.column)} in (${sql.join(values.slice(from, (from += place.values.length)))})`,
    )
    const query = sql<WireRow>`select ${sql.ref(model.idColumn)} as ${sql.ref('#id')}, ${sql.join(columns)}
      from ${sql.table(model.table)} where ${sql.ref(rule.own.column)} in (${sql.join(own)})${sql.join(within, sql``)}`
    return { query }
  }
  const shape = ['holders', model.name, rule.own.key, ...places.map(({ column }) => column)].join('/')
  const holders = new Map<string, string[]>()
  for (const chunk of chunksOf([...new Set(asking.map((row) => comparedValue(rule.own.field, row[rule.own.key], dialect)))])) {
    const values = [...chunk, ...asked]
    const isOne = statements && asking.length === 1
    const { rows } = await (isOne ? statements.run(db, { shape, values, build }) : build(values).query.execute(db))
    for (const row of rows) {
      const key = uniqueKey(rule, row)
      holders.set(key, [...(holders.get(key) ?? []), String(row['#id'])])
    }
  }
  return holders
}
