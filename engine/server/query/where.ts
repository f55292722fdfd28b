import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { AnyCondition } from '../../schema/index.ts'

type Scalar = string | number
export type ColumnAt = (key: string) => Expression<unknown>

const all = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  parts.length ? sql<SqlBool>`(${sql.join([...parts], sql` and `)})` : sql<SqlBool>`1 = 1`
const any = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  parts.length ? sql<SqlBool>`(${sql.join([...parts], sql` or `)})` : sql<SqlBool>`1 = 0`
const listSql = (values: readonly Scalar[]) => sql`(${sql.join([...values])})`
const asList = (value: unknown): readonly Scalar[] => (Array.isArray(value) ? value : [value as Scalar])

/** Empty is null or the empty text, as in `holds`. */
export const emptySql = (column: Expression<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${column} is null or cast(${column} as text) = '')`

function testSql(column: Expression<unknown>, test: unknown): RawBuilder<SqlBool> {
  if (typeof test !== 'object' || test === null || Array.isArray(test)) {
    const values = asList(test)
    return values.length ? sql<SqlBool>`${column} in ${listSql(values)}` : any([])
  }
  const { not, empty, gte, lte } = test as { not?: unknown; empty?: boolean; gte?: Scalar; lte?: Scalar }
  const parts: RawBuilder<SqlBool>[] = []
  if (empty !== undefined) parts.push(empty ? emptySql(column) : sql<SqlBool>`not ${emptySql(column)}`)
  if (not !== undefined && asList(not).length) parts.push(sql<SqlBool>`(${column} is null or ${column} not in ${listSql(asList(not))})`)
  if (gte !== undefined) parts.push(sql<SqlBool>`${column} >= ${gte}`)
  if (lte !== undefined) parts.push(sql<SqlBool>`${column} <= ${lte}`)
  return all(parts)
}

/** A schema condition as SQL; reads like `holds`, NULL included (a random test holds the two together). */
export function toWhere(condition: AnyCondition, column: ColumnAt): RawBuilder<SqlBool> {
  if ('anyOf' in condition) return any((condition.anyOf as readonly AnyCondition[]).map((part) => toWhere(part, column)))
  if ('allOf' in condition) return all((condition.allOf as readonly AnyCondition[]).map((part) => toWhere(part, column)))
  return all(Object.entries(condition).map(([key, test]) => testSql(column(key), test)))
}
