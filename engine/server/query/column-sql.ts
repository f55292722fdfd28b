import { sql, type Expression, type RawBuilder } from 'kysely'
import { choicesOf, isNumeric, labelSource } from '../../fields/shared.ts'
import { isCount, isPointer, isVia } from '../../fields/structure.ts'
import type { AnyField, FieldOf } from '../../schema/index.ts'
import type { Derivation, Model } from '../contract.ts'
import { snakeCase } from '../model.ts'

/** What expressions need to know of the engine. */
export interface Catalog {
  readonly models: ReadonlyMap<string, Model>
  readonly derivations: Readonly<Record<string, Derivation>>
  readonly dialect: 'sqlite' | 'postgres'
  /** A query of all dictionary items: `dict_code`, `item_value`, and `item_place`, counted in their order. */
  readonly dictionaryPlaces: RawBuilder<unknown>
  now(): string
}

/** The joins that the columns asked for so far need, by alias. */
export type Joins = Map<string, Joined>

interface Joined {
  /** The table of the rows that are joined; none where they decide nothing but the order. */
  readonly table?: string
  readonly source: RawBuilder<unknown>
  readonly on: RawBuilder<unknown>
}

const ref = (alias: string, column: string): RawBuilder<unknown> => sql.ref(`${alias}.${column}`)
const systemColumns: Readonly<Record<string, string>> = {
  createBy: 'create_by',
  createTime: 'create_time',
  updateBy: 'update_by',
  updateTime: 'update_time',
  version: 'version',
  delFlag: 'del_flag',
}

/** The model that a field of this model points to. */
export function targetOf(catalog: Pick<Catalog, 'models'>, field: AnyField): Model | undefined {
  return 'to' in field ? catalog.models.get(field.to) : undefined
}

/** A declared field; names that every object has (`constructor`) are none. */
export const fieldOf = (model: Model, key: string): AnyField | undefined =>
  Object.hasOwn(model.entity.fields, key) ? model.entity.fields[key] : undefined

/** Follow a `via` field to the field it shows, and the model that owns it. */
export function resolveVia(
  catalog: Pick<Catalog, 'models'>,
  model: Model,
  key: string,
): { model: Model; key: string; field: AnyField } | undefined {
  const field = fieldOf(model, key)
  if (!isVia(field)) return field && { model, key, field }
  const by = resolveVia(catalog, model, field.by)
  const target = by && targetOf(catalog, by.field)
  return target && resolveVia(catalog, target, field.field)
}

/** Join the row that a reference of `alias` points to; answers its alias. */
export function joinTarget(
  catalog: Catalog,
  joins: Joins,
  from: { model: Model; alias: string; key: string },
): { model: Model; alias: string } | undefined {
  const source = resolveVia(catalog, from.model, from.key)
  const target = source && targetOf(catalog, source.field)
  if (!target) return undefined
  const alias = `${from.alias}_${snakeCase(from.key)}`
  if (!joins.has(alias)) {
    const on = sql`${ref(alias, target.idColumn)} = ${columnSql(catalog, joins, from)}`
    joins.set(alias, { table: target.table, source: sql.table(target.table), on })
  }
  return { model: target, alias }
}

/** The expression of a field of the row at `alias`; adds the joins it needs. */
export function columnSql(catalog: Catalog, joins: Joins, at: { model: Model; alias: string; key: string }): Expression<unknown> {
  const { model, alias, key } = at
  if (key === model.id || key === 'id') return ref(alias, model.idColumn)
  const field = fieldOf(model, key)
  const system = systemColumns[key]
  if (!field) {
    if (system) return ref(alias, system)
    throw new Error(`${model.name} has no field ${key}`)
  }
  if (isCount(field)) return countSql(catalog, at, field)
  if (field.derive && !field.kept) {
    const derivation = catalog.derivations[field.derive]
    if (!derivation?.sql) throw new Error(`${model.name}.${key}: no expression for ${field.derive}`)
    return derivation.sql((other) => columnSql(catalog, joins, { model, alias, key: other }), catalog.now().slice(0, 10))
  }
  if (isVia(field)) {
    const joined = joinTarget(catalog, joins, { model, alias, key: field.by })
    if (!joined) throw new Error(`${model.name}.${key}: ${field.by} points nowhere`)
    return columnSql(catalog, joins, { ...joined, key: field.field })
  }
  return ref(alias, snakeCase(key))
}

const FARTHEST_LABEL = 4

/** What people read for a field: itself, or for a reference the text of the row it points to, and so on. */
export function labelSql(
  catalog: Catalog,
  joins: Joins,
  at: { model: Model; alias: string; key: string },
  steps = FARTHEST_LABEL,
): Expression<unknown> {
  const field = resolveVia(catalog, at.model, at.key)?.field
  if (steps === 0 || !isPointer(field)) return columnSql(catalog, joins, at)
  const joined = joinTarget(catalog, joins, at)
  return joined ? labelSql(catalog, joins, { ...joined, key: field.show }, steps - 1) : columnSql(catalog, joins, at)
}

/**
 * Where a choice stands among those of its field; what is none of them stands with the empty ones. Numbers that stand for
 * choices are in order themselves, as all values are that are no choice.
 */
function placeSql(
  catalog: Catalog,
  joins: Joins,
  at: { model: Model; alias: string; key: string },
  field: AnyField,
): Expression<unknown> | undefined {
  const source = isNumeric(field) ? undefined : labelSource(field)
  if (source?.from === 'choices') {
    const cases = choicesOf(field)?.map(({ value }, place) => sql`when ${String(value)} then ${sql.lit(place)}`) ?? []
    return sql`case ${columnSql(catalog, joins, at)} ${sql.join(cases, sql` `)} end`
  }
  if (source?.from !== 'dictionary') return undefined
  const alias = `${at.alias}_${snakeCase(at.key)}_place`
  if (!joins.has(alias)) {
    const on = sql`${ref(alias, 'dict_code')} = ${source.code} and ${ref(alias, 'item_value')} = ${columnSql(catalog, joins, at)}`
    joins.set(alias, { source: sql`(${catalog.dictionaryPlaces})`, on })
  }
  return ref(alias, 'item_place')
}

/**
 * What rows are sorted by where a field sorts them: its sort key where it has one, the place of a choice among the others,
 * of a reference what people read there.
 */
export function orderColumnSql(
  catalog: Catalog,
  joins: Joins,
  at: { model: Model; alias: string; key: string },
  steps = FARTHEST_LABEL,
): Expression<unknown> {
  const { model, alias, key } = at
  const ordered = model.ordered.find((one) => one.key === key)
  if (ordered) return ref(alias, ordered.column)
  const field = fieldOf(model, key)
  if (isVia(field)) {
    const joined = joinTarget(catalog, joins, { model, alias, key: field.by })
    return joined ? orderColumnSql(catalog, joins, { ...joined, key: field.field }, steps) : columnSql(catalog, joins, at)
  }
  const place = field && placeSql(catalog, joins, at, field)
  if (place) return place
  if (steps === 0 || !isPointer(field)) return columnSql(catalog, joins, at)
  const joined = joinTarget(catalog, joins, at)
  return joined ? orderColumnSql(catalog, joins, { ...joined, key: field.show }, steps - 1) : columnSql(catalog, joins, at)
}

/** How many rows of another entity point to this row; rows in its bin do not count. */
function countSql(catalog: Catalog, at: { model: Model; alias: string }, { of, whose }: FieldOf<'count'>): RawBuilder<number> {
  const other = catalog.models.get(of)
  if (!other) throw new Error(`${at.model.name} counts ${of}, which is no entity`)
  const bin = other.binned ? sql` and c.del_flag = 0` : sql``
  const own = ref(at.alias, at.model.idColumn)
  return sql<number>`(select cast(count(*) as integer) from ${sql.table(other.table)} as c where ${ref('c', snakeCase(whose))} = ${own}${bin})`
}

/** ` left join … on …` for all joins, in the order they were asked for. */
export function joinsSql(joins: Joins): RawBuilder<unknown> {
  const parts = [...joins].map(([alias, { source, on }]) => sql` left join ${source} as ${sql.ref(alias)} on ${on}`)
  return parts.length ? sql.join(parts, sql``) : sql``
}
