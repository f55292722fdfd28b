import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { isLinked } from '../../fields/structure.ts'
import type { Actor, Model, Reader, ScopeMeaning } from '../contract.ts'
import { snakeCase } from '../model.ts'
import { targetOf, type Catalog } from './column-sql.ts'

export interface ScopeCatalog extends Catalog {
  readonly scopes: Readonly<Record<string, ScopeMeaning>>
}

interface PathAt {
  readonly model: Model
  readonly column: RawBuilder<unknown>
  readonly rest: readonly string[]
  readonly ids: Expression<unknown>
}

/** `classId.courseId` from a row: the column is among the rows of the next entity whose own path ends in the ids. */
function pathSql(catalog: Catalog, at: PathAt): RawBuilder<SqlBool> {
  const [next, ...rest] = at.rest
  if (next === undefined) return sql<SqlBool>`${at.column} in (${at.ids})`
  const inner = pathSql(catalog, { ...at, column: sql.ref(snakeCase(next)), rest, model: followed(catalog, at.model, next) })
  return sql<SqlBool>`${at.column} in (select ${sql.ref(at.model.idColumn)} from ${sql.table(at.model.table)} where ${inner})`
}

function followed(catalog: Catalog, model: Model, key: string): Model {
  const field = model.entity.fields[key]
  return (field && targetOf(catalog, field)) ?? model
}

/**
 * The condition that limits the rows at `t` to what the actor's role covers; undefined when it covers all.
 * A row outside answers everywhere like a row that does not exist.
 */
function scopeSql(catalog: ScopeCatalog, at: { model: Model; actor: Actor; db: Reader }): RawBuilder<SqlBool> | undefined {
  const { model, actor, db } = at
  if (model.entity.scope === 'none') return undefined
  const parts: RawBuilder<SqlBool>[] = []
  for (const [word, path] of Object.entries(model.entity.scope)) {
    const meaning = catalog.scopes[word]?.(db, actor) ?? 'none'
    if (meaning === 'all' || path === undefined) continue
    if (meaning === 'none') return sql<SqlBool>`1 = 0`
    const [first = model.id, ...rest] = path.split('.')
    parts.push(pathSql(catalog, { model: followed(catalog, model, first), column: sql.ref(`t.${snakeCase(first)}`), rest, ids: meaning }))
  }
  return parts.length ? sql<SqlBool>`(${sql.join(parts, sql` and `)})` : undefined
}

/** The rows of a sub-entity within its table: fixed values, and membership for relation fields. */
function subEntitySql(model: Model): RawBuilder<SqlBool> | undefined {
  const parts = Object.entries(model.entity.where ?? {}).map(([key, value]) => {
    const field = model.entity.fields[key]
    if (isLinked(field)) {
      const { table, own, other } = field.through
      return sql<SqlBool>`exists (select 1 from ${sql.table(table)} as w where ${sql.ref(`w.${own}`)} = ${sql.ref(`t.${model.idColumn}`)} and ${sql.ref(`w.${other}`)} = ${value})`
    }
    return sql<SqlBool>`${sql.ref(`t.${snakeCase(key)}`)} = ${value}`
  })
  return parts.length ? sql<SqlBool>`(${sql.join(parts, sql` and `)})` : undefined
}

interface VisibleAt {
  readonly model: Model
  /** Whose rows; all when the server itself asks. */
  readonly actor: Actor | undefined
  readonly db: Reader
  readonly binned?: boolean
  /** Rows of the table that are not of this sub-entity too. */
  readonly anyOfTable?: boolean
}

/** Bin, sub-entity and scope: the conditions under which a row of the model's table, aliased `t`, exists for the actor at all. */
export function visibleSql(
  catalog: ScopeCatalog,
  { model, actor, db, binned = false, anyOfTable = false }: VisibleAt,
): { readonly limits: readonly Expression<SqlBool>[]; readonly scoped: boolean; readonly narrowed: boolean } {
  const bin = model.binned ? sql<SqlBool>`t.del_flag = ${binned ? 1 : 0}` : undefined
  const own = anyOfTable ? undefined : subEntitySql(model)
  const scope = actor && scopeSql(catalog, { model, actor, db })
  const limits = [bin, own, scope].filter((limit) => limit !== undefined)
  return { limits, scoped: scope !== undefined, narrowed: scope !== undefined || own !== undefined }
}

/** All of these conditions; none is none. */
export const allOf = (limits: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  limits.length ? sql<SqlBool>`(${sql.join([...limits], sql` and `)})` : sql<SqlBool>`1 = 1`
