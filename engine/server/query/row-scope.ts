import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { isLinked } from '../../fields/structure.ts'
import type { Actor, Model, Reader } from '../contract.ts'
import { snakeCase } from '../model.ts'
import { targetOf, type SqlContext } from './column-sql.ts'
import { rowLimitSql } from '../rows/row-limit-sql.ts'
import { comparedValue } from './kept-sql.ts'
import { never } from './where.ts'

interface ScopePath {
  readonly model: Model
  readonly column: RawBuilder<unknown>
  readonly rest: readonly string[]
  readonly ids: Expression<unknown>
}

/** `classId.courseId` from a row: the column is among the rows of the next entity whose own path ends in the ids. */
function pathSql(context: SqlContext, path: ScopePath): RawBuilder<SqlBool> {
  const { model, column } = path
  const [next, ...rest] = path.rest
  if (next === undefined) return sql<SqlBool>`${column} in (${path.ids})`
  const inner = pathSql(context, { ...path, column: sql.ref(snakeCase(next)), rest, model: followed(context, model, next) })
  return sql<SqlBool>`${column} in (select ${sql.ref(model.idColumn)} from ${sql.table(model.table)} where ${inner})`
}

function followed(context: SqlContext, model: Model, key: string): Model {
  const field = model.entity.fields[key]
  return (field && targetOf(context, field)) ?? model
}

/**
 * The condition that limits the rows at `t` to what the actor's role covers; undefined when it covers all.
 * A row outside the scope is answered everywhere like one that does not exist.
 */
function scopeSql(context: SqlContext, { model, actor, db }: { model: Model; actor: Actor; db: Reader }): RawBuilder<SqlBool> | undefined {
  if (model.entity.scope === 'none') return undefined
  const parts: RawBuilder<SqlBool>[] = []
  for (const [word, path] of Object.entries(model.entity.scope)) {
    const meaning = context.scopes[word]?.(db, actor, context.dialect) ?? 'none'
    if (meaning === 'all' || path === undefined) continue
    if (meaning === 'none') return never
    const [first = model.id, ...rest] = path.split('.')
    parts.push(pathSql(context, { model: followed(context, model, first), column: sql.ref(`t.${snakeCase(first)}`), rest, ids: meaning }))
  }
  return parts.length ? sql<SqlBool>`(${sql.join(parts, sql` and `)})` : undefined
}

/** The rows of a sub-entity within its table: fixed values, and membership for relation fields. */
function subEntitySql({ dialect }: SqlContext, model: Model): RawBuilder<SqlBool> | undefined {
  const parts = Object.entries(model.entity.where ?? {}).map(([key, value]) => {
    const field = model.entity.fields[key]
    if (isLinked(field)) {
      const { table, own, other } = field.through
      return sql<SqlBool>`exists (select 1 from ${sql.table(table)} as w where ${sql.ref(`w.${own}`)} = ${sql.ref(`t.${model.idColumn}`)} and ${sql.ref(`w.${other}`)} = ${value})`
    }
    return sql<SqlBool>`${sql.ref(`t.${snakeCase(key)}`)} = ${field ? comparedValue(field, value, dialect) : value}`
  })
  return parts.length ? sql<SqlBool>`(${sql.join(parts, sql` and `)})` : undefined
}

interface VisibilityRequest {
  readonly model: Model
  /** Whose rows; all rows when the server itself reads. */
  readonly actor: Actor | undefined
  readonly db: Reader
  readonly binned?: boolean
  /** Include rows of the table that do not belong to this sub-entity. */
  readonly anyOfTable?: boolean
}

/** Bin, sub-entity, scope and the actor's own limits: the conditions under which a row of the model's table, aliased `t`, exists for the actor. */
export function visibleSql(
  context: SqlContext,
  { model, actor, db, binned = false, anyOfTable = false }: VisibilityRequest,
): { readonly limits: readonly Expression<SqlBool>[]; readonly scoped: boolean; readonly narrowed: boolean } {
  const bin = model.binned ? sql<SqlBool>`t.del_flag = ${binned ? 1 : 0}` : undefined
  const own = anyOfTable ? undefined : subEntitySql(context, model)
  const scope = actor && scopeSql(context, { model, actor, db })
  const limit = actor?.limits?.get(model.name)
  const limited = limit && rowLimitSql(context, model, limit)
  const limits = [bin, own, scope, limited].filter((limit) => limit !== undefined)
  const scoped = scope !== undefined || limited !== undefined
  return { limits, scoped, narrowed: scoped || own !== undefined }
}
