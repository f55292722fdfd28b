import { sql, type Expression, type SqlBool } from 'kysely'
import { isEmpty } from '../../../fields/is-empty.ts'
import { never } from '../../query/where.ts'

/** This expression has one of the values; an empty one matches if an empty value is among them. */
export function holdsOneOf(stored: Expression<unknown>, values: Iterable<unknown>): Expression<SqlBool> {
  const all = [...new Set(values)]
  const list = all.filter((value) => !isEmpty(value))
  const parts = list.length ? [sql<SqlBool>`${stored} in (${sql.join(list)})`] : []
  if (list.length < all.length) parts.push(sql<SqlBool>`${stored} is null`, sql<SqlBool>`cast(${stored} as text) = ''`)
  return parts.length ? sql<SqlBool>`(${sql.join(parts, sql` or `)})` : never
}
