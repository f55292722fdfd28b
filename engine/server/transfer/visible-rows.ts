import { sql, type Expression, type SqlBool } from 'kysely'
import type { Actor, Engine, Model } from '../contract.ts'
import { subEntitySql } from '../query/row-scope.ts'

/** The condition under which a row of the model's table, aliased `t`, exists for the actor at all. */
export function visibleRows(engine: Engine, model: Model, actor: Actor): Expression<SqlBool> {
  const parts: Expression<SqlBool>[] = [sql<SqlBool>`1 = 1`]
  const own = subEntitySql(model, 't')
  const scope = engine.scope(model, actor, 't')
  if (model.binned) parts.push(sql<SqlBool>`t.del_flag = 0`)
  if (own) parts.push(own)
  if (scope) parts.push(scope)
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The column has one of the values, an empty one included when it is among them; never true for no values. */
export function amongSql(column: string, values: Iterable<unknown>): Expression<SqlBool> {
  const all = [...new Set(values)]
  const list = all.filter((value) => !isEmpty(value))
  const at = sql.ref(`t.${column}`)
  const parts = list.length ? [sql<SqlBool>`${at} in (${sql.join(list)})`] : []
  if (list.length < all.length) parts.push(sql<SqlBool>`${at} is null`, sql<SqlBool>`cast(${at} as text) = ''`)
  return parts.length ? sql<SqlBool>`(${sql.join(parts, sql` or `)})` : sql<SqlBool>`1 = 0`
}
