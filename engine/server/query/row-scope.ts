import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { isLinked } from '../../fields/structure.ts'
import type { Actor, Model, Reader } from '../contract.ts'
import { snakeCase } from '../model/model.ts'
import { targetOf, type SqlContext } from './column-sql.ts'
import type { Hiding } from '../rows/hidden.ts'
import { ruleConditions } from '../rows/row-limit-sql.ts'
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
 * The conditions that limit the rows at `t` to what the actor's role covers, one for each scope word that does not cover all.
 * A row outside the scope is answered everywhere like one that does not exist.
 */
function scopeConditions(context: SqlContext, { model, actor, db }: { model: Model; actor: Actor; db: Reader }): RowCondition[] {
  if (model.entity.scope === 'none') return []
  return Object.entries(model.entity.scope).flatMap(([word, path]): RowCondition[] => {
    const meaning = context.scopes[word]?.(db, actor, context.dialect) ?? 'none'
    if (meaning === 'all' || path === undefined) return []
    if (meaning === 'none') return [{ by: 'scope', word, condition: never }]
    const [first = model.id, ...rest] = path.split('.')
    const column = sql.ref(`t.${snakeCase(first)}`)
    return [{ by: 'scope', word, condition: pathSql(context, { model: followed(context, model, first), column, rest, ids: meaning }) }]
  })
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

/** What must hold in a row for it to exist for an actor, and what hides it if it does not hold. */
export type RowCondition = Hiding & { readonly condition: RawBuilder<SqlBool> }

/**
 * Bin, sub-entity, scope and the actor's own limits: all conditions under which a row of the model's table, aliased `t`, exists for the
 * actor. Whatever reads rows joins them, and an explanation asks for each of them: there is no other account of who sees a row.
 */
export function rowConditions(
  context: SqlContext,
  { model, actor, db, binned = false, anyOfTable = false }: VisibilityRequest,
): RowCondition[] {
  const own = anyOfTable ? undefined : subEntitySql(context, model)
  const limit = actor?.limits?.get(model.name)
  return [
    ...(model.binned ? [{ by: 'bin', condition: sql<SqlBool>`t.del_flag = ${binned ? 1 : 0}` } as const] : []),
    ...(own ? [{ by: 'kind', condition: own } as const] : []),
    ...(actor ? scopeConditions(context, { model, actor, db }) : []),
    ...(limit ? ruleConditions(context, model, limit).map((one) => ({ by: 'rule', ...one }) as const) : []),
  ]
}

/** The conditions under which a row exists for the actor, as a statement joins them. */
export function visibleSql(
  context: SqlContext,
  request: VisibilityRequest,
): { readonly limits: readonly Expression<SqlBool>[]; readonly scoped: boolean; readonly narrowed: boolean } {
  const conditions = rowConditions(context, request)
  const scoped = conditions.some(({ by }) => by === 'scope' || by === 'rule')
  return { limits: conditions.map(({ condition }) => condition), scoped, narrowed: scoped || conditions.some(({ by }) => by === 'kind') }
}
