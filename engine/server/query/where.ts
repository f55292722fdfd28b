import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { AnyCondition } from '../../schema/index.ts'

type Scalar = string | number
export type ColumnLookup = (key: string) => Expression<unknown>

/** A condition that no row meets. */
export const never = sql<SqlBool>`1 = 0`
/** A row must meet all of these conditions; without conditions every row does. */
export const allOf = (conditions: readonly Expression<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length ? sql<SqlBool>`(${sql.join([...conditions], sql` and `)})` : sql<SqlBool>`1 = 1`
const anyOf = (conditions: readonly Expression<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length ? sql<SqlBool>`(${sql.join([...conditions], sql` or `)})` : never
const listSql = (values: readonly Scalar[]) => sql`(${sql.join([...values])})`
const asList = (value: unknown): readonly Scalar[] => (Array.isArray(value) ? value : [value as Scalar])

/** The column is null or the empty text, as in `holds`. */
export const emptySql = (column: Expression<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${column} is null or cast(${column} as text) = '')`

function testSql(column: Expression<unknown>, test: unknown): RawBuilder<SqlBool> {
  if (typeof test !== 'object' || test === null || Array.isArray(test)) {
    const values = asList(test)
    return values.length ? sql<SqlBool>`${column} in ${listSql(values)}` : never
  }
  const { not, empty, gte, lte } = test as { not?: unknown; empty?: boolean; gte?: Scalar; lte?: Scalar }
  const parts: RawBuilder<SqlBool>[] = []
  if (empty !== undefined) parts.push(empty ? emptySql(column) : sql<SqlBool>`not ${emptySql(column)}`)
  if (not !== undefined && asList(not).length) parts.push(sql<SqlBool>`(${column} is null or ${column} not in ${listSql(asList(not))})`)
  if (gte !== undefined) parts.push(sql<SqlBool>`${column} >= ${gte}`)
  if (lte !== undefined) parts.push(sql<SqlBool>`${column} <= ${lte}`)
  return allOf(parts)
}

/** A schema condition as SQL, with the same meaning as `holds`, NULL included (a random test keeps the two equal). */
export function toWhere(condition: AnyCondition, column: ColumnLookup): RawBuilder<SqlBool> {
  if ('anyOf' in condition) return anyOf((condition.anyOf as readonly AnyCondition[]).map((part) => toWhere(part, column)))
  if ('allOf' in condition) return allOf((condition.allOf as readonly AnyCondition[]).map((part) => toWhere(part, column)))
  return allOf(Object.entries(condition).map(([key, test]) => testSql(column(key), test)))
}
