import { sql, type Expression, type RawBuilder } from 'kysely'
import { choicesOf, isNumeric, labelSource } from '../../fields/shared.ts'
import { isCount, isPointer, isReference, isVia } from '../../fields/structure.ts'
import type { AnyField, FieldOf } from '../../schema/index.ts'
import { systemFields } from '../../schema/system-fields.ts'
import type { Derivation, Model, ScopeMeaning } from '../contract.ts'
import { keyColumnOf, snakeCase } from '../model/model.ts'
import { readSql } from './kept-sql.ts'

/** What is needed to build any expression over the entities' tables. */
export interface SqlContext {
  readonly models: ReadonlyMap<string, Model>
  readonly derivations: Readonly<Record<string, Derivation>>
  readonly scopes: Readonly<Record<string, ScopeMeaning>>
  readonly dialect: 'sqlite' | 'postgres'
  /** The columns that the index of each table's texts has. */
  readonly searched: ReadonlyMap<string, readonly string[]>
  /** A query of all dictionary items: `dict_code`, `item_value`, and `item_place`, counted in their order. */
  readonly dictionaryPlaces: RawBuilder<unknown>
  now(): string
}

/** A field of the row that stands in the statement under `alias`. */
export interface FieldPlace {
  readonly model: Model
  readonly alias: string
  readonly key: string
}

/** The joins that the columns requested so far need, by alias. */
export type Joins = Map<string, Joined>

interface Joined {
  /** The table of the joined rows; none where they only affect the order. */
  readonly table?: string
  readonly source: RawBuilder<unknown>
  readonly on: RawBuilder<unknown>
  /** The rows that a reference points to, by which of their columns, and where the reference is stored. */
  readonly pointed?: { readonly model: Model; readonly column: string; readonly by: FieldPlace }
}

const ref = (alias: string, column: string): RawBuilder<unknown> => sql.ref(`${alias}.${column}`)
const systemColumns: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.keys(systemFields), 'version', 'delFlag'].map((key) => [key, snakeCase(key)]),
)

/** The model that a field of this model points to. */
export function targetOf(context: Pick<SqlContext, 'models'>, field: AnyField): Model | undefined {
  return isReference(field) ? context.models.get(field.to) : undefined
}

/** A declared field; names that every object inherits, such as `constructor`, are not fields. */
export const modelField = (model: Model, key: string): AnyField | undefined =>
  Object.hasOwn(model.entity.fields, key) ? model.entity.fields[key] : undefined

/** Follow a `via` field to the field it shows, and the model that owns it. */
export function resolveVia(
  context: Pick<SqlContext, 'models'>,
  model: Model,
  key: string,
): { model: Model; key: string; field: AnyField } | undefined {
  const field = modelField(model, key)
  if (!isVia(field)) return field && { model, key, field }
  const by = resolveVia(context, model, field.by)
  const target = by && targetOf(context, by.field)
  return target && resolveVia(context, target, field.field)
}

/** Join the row that a reference of `alias` points to; answers its alias. */
export function joinTarget(context: SqlContext, joins: Joins, from: FieldPlace): { model: Model; alias: string } | undefined {
  const source = resolveVia(context, from.model, from.key)
  const target = source && targetOf(context, source.field)
  if (!target || !isReference(source.field)) return undefined
  const alias = `${from.alias}_${snakeCase(from.key)}`
  if (!joins.has(alias)) {
    const column = keyColumnOf(target, source.field)
    const on = sql`${ref(alias, column)} = ${columnSql(context, joins, from)}`
    const by = storedPlace(context, joins, from) ?? from
    joins.set(alias, { table: target.table, source: sql.table(target.table), on, pointed: { model: target, column, by } })
  }
  return { model: target, alias }
}

/** Where the field that a `via` shows is stored. */
export function storedPlace(context: SqlContext, joins: Joins, place: FieldPlace): FieldPlace | undefined {
  const field = modelField(place.model, place.key)
  if (!isVia(field)) return place
  const joined = joinTarget(context, joins, { ...place, key: field.by })
  return joined && storedPlace(context, joins, { ...joined, key: field.field })
}

/** Whether a value stands in a column of its own row, and follows from nothing else. */
export function isOwnColumn({ model, key }: FieldPlace): boolean {
  const field = modelField(model, key)
  return !field || !(isVia(field) || isCount(field) || (field.derive && !field.kept))
}

/** The value of a field of the row at `alias` as an expression; adds the joins it needs. */
export const columnSql = (context: SqlContext, joins: Joins, place: FieldPlace): Expression<unknown> =>
  fieldSql(context, joins, place, (field, column) => readSql(field, column, context.dialect))

/** A value as its column keeps it: what an index has, to be sorted by, and compared with a `comparedValue`. */
export const keptColumnSql = (context: SqlContext, joins: Joins, place: FieldPlace): Expression<unknown> =>
  fieldSql(context, joins, place, (_field, column) => column)

type OfColumn = (field: AnyField, column: Expression<unknown>) => Expression<unknown>

function fieldSql(context: SqlContext, joins: Joins, place: FieldPlace, ofColumn: OfColumn): Expression<unknown> {
  const { model, alias, key } = place
  if (key === model.id || key === 'id') return ref(alias, model.idColumn)
  const field = modelField(model, key)
  const system = systemColumns[key]
  if (!field) {
    if (system) return ref(alias, system)
    throw new Error(`${model.name} has no field ${key}`)
  }
  if (isCount(field)) return countSql(context, place, field)
  if (field.derive && !field.kept) {
    const derivation = context.derivations[field.derive]
    if (!derivation?.sql) throw new Error(`${model.name}.${key}: no expression for ${field.derive}`)
    return derivation.sql((other) => columnSql(context, joins, { model, alias, key: other }), context.now().slice(0, 10))
  }
  if (isVia(field)) {
    const joined = joinTarget(context, joins, { model, alias, key: field.by })
    if (!joined) throw new Error(`${model.name}.${key}: ${field.by} points nowhere`)
    return fieldSql(context, joins, { ...joined, key: field.field }, ofColumn)
  }
  return ofColumn(field, ref(alias, snakeCase(key)))
}

const FARTHEST_LABEL = 4

/** Where the text stands that people read for a field: the value itself, or for a reference the label of the row it points to, which may again be a reference. */
export function labelPlace(context: SqlContext, joins: Joins, place: FieldPlace, steps = FARTHEST_LABEL): FieldPlace {
  const field = resolveVia(context, place.model, place.key)?.field
  if (steps === 0 || !isPointer(field)) return place
  const joined = joinTarget(context, joins, place)
  return joined ? labelPlace(context, joins, { ...joined, key: field.show }, steps - 1) : place
}

export const labelSql = (context: SqlContext, joins: Joins, place: FieldPlace): Expression<unknown> =>
  columnSql(context, joins, labelPlace(context, joins, place))

/**
 * The position of a choice among the choices of its field; unknown values sort like empty ones. Undefined where values sort
 * as they are stored: numbers that stand for choices, and everything that is not a choice.
 */
function choicePositionSql(context: SqlContext, joins: Joins, place: FieldPlace, field: AnyField): Expression<unknown> | undefined {
  const source = isNumeric(field) ? undefined : labelSource(field)
  if (source?.from === 'choices') {
    const cases = choicesOf(field)?.map(({ value }, index) => sql`when ${String(value)} then ${sql.lit(index)}`) ?? []
    return sql`case ${columnSql(context, joins, place)} ${sql.join(cases, sql` `)} end`
  }
  if (source?.from !== 'dictionary') return undefined
  const alias = `${place.alias}_${snakeCase(place.key)}_place`
  if (!joins.has(alias)) {
    const on = sql`${ref(alias, 'dict_code')} = ${source.code} and ${ref(alias, 'item_value')} = ${columnSql(context, joins, place)}`
    joins.set(alias, { source: sql`(${context.dictionaryPlaces})`, on })
  }
  return ref(alias, 'item_place')
}

/**
 * What rows are sorted by when they are sorted by a field: its sort key if it has one, the position of a choice among the
 * others, the label of a reference.
 */
export function orderColumnSql(context: SqlContext, joins: Joins, place: FieldPlace, steps = FARTHEST_LABEL): Expression<unknown> {
  const { model, alias, key } = place
  const ordered = model.ordered.find((one) => one.key === key)
  if (ordered) return ref(alias, ordered.column)
  const field = modelField(model, key)
  if (isVia(field)) {
    const joined = joinTarget(context, joins, { model, alias, key: field.by })
    return joined ? orderColumnSql(context, joins, { ...joined, key: field.field }, steps) : keptColumnSql(context, joins, place)
  }
  const position = field && choicePositionSql(context, joins, place, field)
  if (position) return position
  if (steps === 0 || !isPointer(field)) return keptColumnSql(context, joins, place)
  const joined = joinTarget(context, joins, place)
  return joined ? orderColumnSql(context, joins, { ...joined, key: field.show }, steps - 1) : keptColumnSql(context, joins, place)
}

/** How many rows of another entity point to this row; rows in its bin do not count. */
function countSql(context: SqlContext, place: { model: Model; alias: string }, field: FieldOf<'count'>): RawBuilder<number> {
  const { of, whose, where = {} } = field
  const other = context.models.get(of)
  if (!other) throw new Error(`${place.model.name} counts ${of}, which is no entity`)
  const limits = [sql``, ...Object.entries(where).map(([key, value]) => sql` and ${ref('c', snakeCase(key))} = ${value}`)]
  if (other.binned) limits.push(sql` and c.del_flag = 0`)
  const own = ref(place.alias, place.model.idColumn)
  return sql<number>`(select cast(count(*) as integer) from ${sql.table(other.table)} as c where ${ref('c', snakeCase(whose))} = ${own}${sql.join(limits, sql``)})`
}

/** ` left join … on …` for all joins, in the order in which they were requested. */
export function joinsSql(joins: Joins): RawBuilder<unknown> {
  const parts = [...joins].map(([alias, { source, on }]) => sql` left join ${source} as ${sql.ref(alias)} on ${on}`)
  return parts.length ? sql.join(parts, sql``) : sql``
}
