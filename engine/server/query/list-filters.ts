import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { commaList } from '../../fields/comma-list.ts'
import { isLinked, isMark, isSecret } from '../../fields/structure.ts'
import type { AnyField, ListSpec } from '../../schema/index.ts'
import { isSystemField, systemFields } from '../../schema/system-fields.ts'
import type { Actor, Model, Reader, Rules } from '../contract.ts'
import { snakeCase } from '../model/model.ts'
import type { HoldsText, LinkedTo } from '../model/named-filter.ts'
import type { AskedLimit } from './asked-limit.ts'
import { keptColumnSql, modelField, resolveVia, storedPlace, targetOf, type FieldPlace, type SqlContext, type Joins } from './column-sql.ts'
import { amongFound, amongSql, containsSql, filterSql, rangeSql, type FilterTarget } from './filter-sql.ts'
import { askLinksSql, readLinksSql } from './link-matches.ts'
import type { TextMatches } from './text-matches.ts'
import { markedSql } from './mark-sql.ts'
import { isWithheldFrom } from './mask.ts'
import { never } from './where.ts'

/** What a list is filtered by, and for whom. */
export interface ListFilterRequest {
  readonly context: SqlContext
  readonly joins: Joins
  readonly model: Model
  readonly list: ListSpec<string>
  readonly query: Readonly<Record<string, string | undefined>>
  readonly rules: Rules | undefined
  readonly actor: Actor
  readonly db: Reader
  /** What the indexes of texts find for the request. */
  readonly texts?: TextMatches | undefined
  /** How many values and patterns the request may still use. */
  readonly limit: AskedLimit
}

/** A relation field is filtered by ids of the other side: a row matches if it is linked to any of them; after `!`, to none. */
export function linkSql(model: Model, field: AnyField, value: string, texts?: TextMatches): RawBuilder<SqlBool> | undefined {
  if (!isLinked(field)) return undefined
  const { through } = field
  const isWithout = value.startsWith('!')
  const ids = commaList(value.slice(isWithout ? 1 : 0))
  if (!ids.length) return never
  const sought = { through, to: ids }
  if (isWithout) return sql<SqlBool>`not ${askLinksSql(model, sought)}`
  return texts?.links.within(`${through.table}:${value}`, model, sought) ?? askLinksSql(model, sought)
}

/** Of a filter that says so: the rows that are linked to one of these nodes of a tree, or to any below them. */
function belowSql({ context, model, list, texts }: ListFilterRequest, key: string, value: string): RawBuilder<SqlBool> | undefined {
  const isBelow = list.filters?.some((filter) => typeof filter === 'object' && filter.field === key && filter.below)
  const field = modelField(model, key)
  const target = isBelow && isLinked(field) ? targetOf(context, field) : undefined
  const code = target?.entity.tree?.code
  const ids = commaList(value)
  if (!target || !isLinked(field) || code === undefined || value.startsWith('!') || !ids.length) return undefined
  const table = sql.table(target.table)
  const at = (alias: string, column: string) => sql.ref(`${alias}.${column}`)
  const [own, above] = [at('d', snakeCase(code)), at('top', snakeCase(code))] as const
  const to = sql`select ${at('d', target.idColumn)} as id from ${table} as d join ${table} as top
    on ${at('top', target.idColumn)} in (${sql.join(ids)}) and substr(${own}, 1, length(${above})) = ${above}`
  const sought = { through: field.through, to }
  return texts?.links.within(`${key} below ${value}`, model, sought) ?? readLinksSql(model, sought)
}

/** The field that a parameter asks about, whatever it asks. */
export const stemOf = (name: string): string => name.replace(/_(begin|end|MultiString)$/, '')

/** Whether the actor may filter by this field: it is declared, stored or derived, and not hidden from them. */
export function isAskable(context: SqlContext, viewer: { model: Model; actor: Actor }, key: string): boolean {
  const field = modelField(viewer.model, key)
  return field !== undefined && !isSecret(field) && !field.transient && !isWithheldFrom(context, viewer, key)
}

/** The field that a list filters by under this name: one that every row has, or a declared one. */
export function askedField(request: Pick<ListFilterRequest, 'context' | 'model' | 'actor'>, key: string): AnyField | undefined {
  if (isSystemField(key) && !request.model.entity.source)
    return isWithheldFrom(request.context, request, key) ? undefined : systemFields[key]
  return isAskable(request.context, request, key) ? resolveVia(request.context, request.model, key)?.field : undefined
}

type Form = 'plain' | 'begin' | 'end' | 'MultiString'

/** The column that a parameter of this request is compared with. */
export function filterTarget(
  { context, limit, joins, texts }: ListFilterRequest,
  { place, ...what }: Pick<FilterTarget, 'column' | 'field' | 'name'> & { readonly place?: FieldPlace },
): FilterTarget {
  const stored = texts && place && storedPlace(context, joins, place)
  return { ...what, limit, dialect: context.dialect, found: stored && ((sought) => texts.within(stored, sought)) }
}

function fieldSql(request: ListFilterRequest, key: string, value: string, form: Form = 'plain'): RawBuilder<SqlBool> | undefined {
  const field = askedField(request, key)
  if (!field) return undefined
  const below = form === 'plain' ? belowSql(request, key, value) : undefined
  if (below) return below
  const own = modelField(request.model, key)
  const link = own && linkSql(request.model, own, value, request.texts)
  if (link) return link
  const marked = own && markedSql(request, own, value)
  if (marked) return marked
  if (isLinked(field) || isMark(field)) return undefined
  const place = { model: request.model, alias: 't', key }
  const column = keptColumnSql(request.context, request.joins, place)
  const target = filterTarget(request, { column, field, place, name: form === 'plain' ? key : `${key}_${form}` })
  if (form === 'MultiString') return amongSql(target, commaList(value))
  return form === 'plain' ? filterSql(target, value) : rangeSql(target, form, value)
}

/** The field holds the text, whatever signs are in it; nothing is found in a field that the actor may not ask about. */
function holdsSql(request: ListFilterRequest, name: string, { field: key, text }: HoldsText): RawBuilder<SqlBool> {
  const { context, joins, model } = request
  const field = askedField(request, key)
  if (!field) return never
  const place = { model, alias: 't', key }
  const target = filterTarget(request, { column: keptColumnSql(context, joins, place), field, place, name })
  return amongFound(target, [text], containsSql(target, { before: '%', text, after: '%' }))
}

/** What a rule's filter answers, as a condition. */
function paramSql(request: ListFilterRequest, name: string, asked: Expression<SqlBool> | LinkedTo | HoldsText): Expression<SqlBool> {
  const { model, texts } = request
  if ('text' in asked) return holdsSql(request, name, asked)
  if (!('relation' in asked)) return asked
  const through = model.links.find(({ key }) => key === asked.relation)?.through
  if (!through) throw new Error(`${model.name}: the filter ${name} names no relation: ${asked.relation}`)
  const sought = { through, to: asked.to }
  return texts?.links.within(name, model, sought) ?? readLinksSql(model, sought)
}

/** The conditions of one list request. Only fields of the rows filter; unknown parameters and blank values are ignored. */
export function filterConditions(request: ListFilterRequest): Expression<SqlBool>[] {
  const parts: Expression<SqlBool>[] = []
  for (const [name, value] of Object.entries(request.query)) {
    if (value === undefined || value === '') continue
    const [, stem = '', form] = /^(.*)_(begin|end|MultiString)$/.exec(name) ?? []
    const named = request.list.params?.includes(name) ? request.rules?.params?.[name] : undefined
    const part = named
      ? paramSql(request, name, named(value, request.db, request.actor))
      : name === 'id' || name === request.model.id
        ? filterSql(
            filterTarget(request, { column: sql.ref(`t.${request.model.idColumn}`), field: { type: 'text', label: '' }, name }),
            value,
          )
        : (fieldSql(request, name, value) ??
          (form === 'begin' || form === 'end' || form === 'MultiString' ? fieldSql(request, stem, value, form) : undefined))
    if (!part) continue
    request.limit.values(name, value)
    parts.push(part)
  }
  return parts
}
