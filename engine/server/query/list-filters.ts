import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { AnyField, ListSpec } from '../../schema/index.ts'
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
  if (field.type !== 'multiReference' || !field.through) return undefined
  const { table, own, other } = field.through
  const ids = value.split(',').filter(Boolean)
  if (!ids.length) return never
  return sql<SqlBool>`exists (select 1 from ${sql.table(table)} as l where ${sql.ref(`l.${own}`)} = ${sql.ref(`t.${model.idColumn}`)} and ${sql.ref(`l.${other}`)} in (${sql.join(ids)}))`
}

/** Whether the actor may ask by this field: declared, stored or derived, and not hidden from him. */
export function isAskable(catalog: Catalog, at: { model: Model; actor: Actor }, key: string): boolean {
  const field = fieldOf(at.model, key)
  return field !== undefined && field.type !== 'secret' && !field.transient && !isWithheldFrom(catalog, at, key)
}

type Form = 'plain' | 'begin' | 'end' | 'MultiString'

/** How the request of `at` compares a column with what its parameter `name` says. */
export const placeOf = ({ catalog, limit }: ListFilterAt, what: Pick<FilterAt, 'column' | 'field' | 'name'>): FilterAt => ({
  ...what,
  limit,
  dialect: catalog.dialect,
})

function fieldSql(at: ListFilterAt, key: string, value: string, form: Form = 'plain'): RawBuilder<SqlBool> | undefined {
  const shown = resolveVia(at.catalog, at.model, key)
  const own = fieldOf(at.model, key)
  if (!shown || !own || !isAskable(at.catalog, at, key)) return undefined
  const link = linkSql(at.model, own, value)
  if (link) return link
  if (shown.field.type === 'multiReference' && shown.field.through) return undefined
  const column = columnSql(at.catalog, at.joins, { model: at.model, alias: 't', key })
  const place = placeOf(at, { column, field: shown.field, name: form === 'plain' ? key : `${key}_${form}` })
  if (form === 'MultiString') return amongSql(place, value.split(',').filter(Boolean))
  return form === 'plain' ? filterSql(place, value) : rangeSql(place, form, value)
}

const timeField: AnyField = { type: 'dateTime', label: '' }

/** What every row has beside its declared fields, as far as lists may be asked by it. */
export const systemField = (key: string): AnyField | undefined => (key === 'createTime' || key === 'updateTime' ? timeField : undefined)

function systemSql(at: ListFilterAt, name: string, value: string): RawBuilder<SqlBool> | undefined {
  const range = /^(createTime|updateTime)_(begin|end)$/.exec(name)
  if (!range) return undefined
  const column = columnSql(at.catalog, at.joins, { model: at.model, alias: 't', key: range[1] ?? '' })
  return rangeSql(placeOf(at, { column, field: timeField, name }), range[2] === 'begin' ? 'begin' : 'end', value)
}

/** The conditions of one list request. Only declared fields filter; unknown parameters and blank values are ignored. */
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
          systemSql(at, name, value) ??
          (form === 'begin' || form === 'end' || form === 'MultiString' ? fieldSql(at, stem, value, form) : undefined))
    if (!part) continue
    at.limit.values(name, value)
    parts.push(part)
  }
  return parts
}
