import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { isLinked, isSecret } from '../../fields/structure.ts'
import type { AnyField, ListSpec } from '../../schema/index.ts'
import { isSystemField, systemFields } from '../../schema/system-fields.ts'
import type { Actor, Model, Reader, Rules } from '../contract.ts'
import type { AskedLimit } from './asked-limit.ts'
import { columnSql, fieldOf, resolveVia, type Catalog, type Joins } from './column-sql.ts'
import { amongSql, filterSql, never, rangeSql, type FilterAt } from './filter-sql.ts'
import { isWithheldFrom } from './mask.ts'

/** Of what and for whom a list is filtered. */
export interface ListFilterAt {
  readonly catalog: Catalog
  readonly joins: Joins
  readonly model: Model
  readonly list: ListSpec<string>
  readonly query: Readonly<Record<string, string | undefined>>
  readonly rules: Rules | undefined
  readonly actor: Actor
  readonly db: Reader
  /** What is left to ask by. */
  readonly limit: AskedLimit
}

/** A relation field is asked by the other side's ids: any of them. */
export function linkSql(model: Model, field: AnyField, value: string): RawBuilder<SqlBool> | undefined {
  if (!isLinked(field)) return undefined
  const { table, own, other } = field.through
  const ids = value.split(',').filter(Boolean)
  if (!ids.length) return never
  return sql<SqlBool>`exists (select 1 from ${sql.table(table)} as l where ${sql.ref(`l.${own}`)} = ${sql.ref(`t.${model.idColumn}`)} and ${sql.ref(`l.${other}`)} in (${sql.join(ids)}))`
}

/** Whether the actor may ask by this field: declared, stored or derived, and not hidden from him. */
export function isAskable(catalog: Catalog, at: { model: Model; actor: Actor }, key: string): boolean {
  const field = fieldOf(at.model, key)
  return field !== undefined && !isSecret(field) && !field.transient && !isWithheldFrom(catalog, at, key)
}

/** The field whose values a list is asked by under this name: one that every row has, or a declared one. */
export function askedField(at: Pick<ListFilterAt, 'catalog' | 'model' | 'actor'>, key: string): AnyField | undefined {
  if (isSystemField(key)) return isWithheldFrom(at.catalog, at, key) ? undefined : systemFields[key]
  return isAskable(at.catalog, at, key) ? resolveVia(at.catalog, at.model, key)?.field : undefined
}

type Form = 'plain' | 'begin' | 'end' | 'MultiString'

/** How the request of `at` compares a column with what its parameter `name` says. */
export const placeOf = ({ catalog, limit }: ListFilterAt, what: Pick<FilterAt, 'column' | 'field' | 'name'>): FilterAt => ({
  ...what,
  limit,
  dialect: catalog.dialect,
})

function fieldSql(at: ListFilterAt, key: string, value: string, form: Form = 'plain'): RawBuilder<SqlBool> | undefined {
  const field = askedField(at, key)
  if (!field) return undefined
  const own = fieldOf(at.model, key)
  const link = own && linkSql(at.model, own, value)
  if (link) return link
  if (isLinked(field)) return undefined
  const column = columnSql(at.catalog, at.joins, { model: at.model, alias: 't', key })
  const place = placeOf(at, { column, field, name: form === 'plain' ? key : `${key}_${form}` })
  if (form === 'MultiString') return amongSql(place, value.split(',').filter(Boolean))
  return form === 'plain' ? filterSql(place, value) : rangeSql(place, form, value)
}

/** The conditions of one list request. Only fields of the rows filter; unknown parameters and blank values are ignored. */
export function filtersOf(at: ListFilterAt): Expression<SqlBool>[] {
  const parts: Expression<SqlBool>[] = []
  for (const [name, value] of Object.entries(at.query)) {
    if (value === undefined || value === '') continue
    const [, stem = '', form] = /^(.*)_(begin|end|MultiString)$/.exec(name) ?? []
    const named = at.list.params?.includes(name) ? at.rules?.params?.[name] : undefined
    const part = named
      ? named(value, at.db, at.actor)
      : name === 'id' || name === at.model.id
        ? filterSql(placeOf(at, { column: sql.ref(`t.${at.model.idColumn}`), field: { type: 'text', label: '' }, name }), value)
        : (fieldSql(at, name, value) ??
          (form === 'begin' || form === 'end' || form === 'MultiString' ? fieldSql(at, stem, value, form) : undefined))
    if (!part) continue
    at.limit.values(name, value)
    parts.push(part)
  }
  return parts
}
