import { sql, type Expression, type SqlBool } from 'kysely'
import { isEmpty } from '../../fields/is-empty.ts'

/** The column of table `t` has one of the values, an empty one included when it is among them; never true for no values. */
export function holdsOneOf(column: string, values: Iterable<unknown>): Expression<SqlBool> {
  const all = [...new Set(values)]
  const list = all.filter((value) => !isEmpty(value))
  const at = sql.ref(`t.${column}`)
  const parts = list.length ? [sql<SqlBool>`${at} in (${sql.join(list)})`] : []
  if (list.length < all.length) parts.push(sql<SqlBool>`${at} is null`, sql<SqlBool>`cast(${at} as text) = ''`)
  return parts.length ? sql<SqlBool>`(${sql.join(parts, sql` or `)})` : sql<SqlBool>`1 = 0`
}
