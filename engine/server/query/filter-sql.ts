import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { commaList } from '../../fields/comma-list.ts'
import { isNumeric, kindOf } from '../../fields/shared.ts'
import type { AnyField } from '../../schema/index.ts'
import { keepingOf, spellingOf } from '../../fields/server.ts'
import type { Database } from '../contract.ts'
import type { AskedLimit } from './asked-limit.ts'
import { comparedValue, readSql } from './kept-sql.ts'
import { emptySql, never } from './where.ts'

/** The column that a filter compares, as it is kept, and how its values are read. */
export interface FilterTarget {
  readonly column: Expression<unknown>
  readonly field: AnyField
  readonly dialect: Database['dialect']
  /** The name of the parameter, and how much its request may filter by. */
  readonly name: string
  readonly limit: AskedLimit
  /** The rows in which an index finds one of these texts. */
  readonly found?: ((texts: readonly string[]) => RawBuilder<SqlBool> | undefined) | undefined
}

/** A condition that holds only for rows with one of these texts, among the rows that have them. */
export function amongFound({ found, field }: FilterTarget, texts: readonly string[], condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const rows = found?.(texts.map((text) => spellingOf(field, text)))
  return rows ? sql<SqlBool>`(${rows} and ${condition})` : condition
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** `column like pattern`, case-insensitive on both databases. */
function likeSql(column: Expression<unknown>, pattern: string, dialect: Database['dialect']): RawBuilder<SqlBool> {
  return dialect === 'postgres'
    ? sql<SqlBool>`cast(${column} as text) ilike ${pattern} escape '\\'`
    : sql<SqlBool>`${column} like ${pattern} escape '\\'`
}

/** The text is part of the value; its `%` and `_` have no special meaning. */
export function containsSql(
  target: FilterTarget,
  { before, text, after }: { before: '%' | ''; text: string; after: '%' | '' },
): RawBuilder<SqlBool> {
  const { column, field, dialect, limit, name } = target
  limit.pattern(name, text)
  return likeSql(readSql(field, column, dialect), `${before}${escapeLike(spellingOf(field, text))}${after}`, dialect)
}

/** A comparison sign or its letters before the value. */
const operator = /^(gt|ge|lt|le|eq|ne|>=|<=|!=|>|<|=) (.*)$/s

/** The value in the form in which the column holds it; undefined if it cannot be one, so that nothing matches. */
function typed(field: AnyField, text: string): string | number | undefined {
  if (!isNumeric(field)) return spellingOf(field, text)
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined
}

const isPlain = (text: string): boolean =>
  !text.startsWith('*') &&
  !text.endsWith('*') &&
  !text.startsWith('!') &&
  !text.includes(',') &&
  !text.includes('++') &&
  !operator.test(text)

/** A number that does not fit an integer column is compared as it is instead of being refused by the database. */
function bound({ field, dialect }: FilterTarget, value: string | number): RawBuilder<unknown> {
  if (keepingOf(field)) return sql`${comparedValue(field, value, dialect)}`
  return typeof value === 'number' && !Number.isSafeInteger(value) ? sql`cast(${value} as double precision)` : sql`${value}`
}

/** The one value that a query parameter is equal to; undefined if `filterSql` would read it differently, or the column keeps it differently. */
export function plainValue(field: AnyField, text: string): string | number | undefined {
  const value = isPlain(text) && !keepingOf(field) ? typed(field, text) : undefined
  if (typeof value === 'string' && !isPlain(value)) return undefined
  return typeof value === 'number' && !Number.isSafeInteger(value) ? undefined : value
}

/** `column operator value`; matches no row if the column cannot hold the value. */
export function compareSql(target: FilterTarget, operator: string, text: string): RawBuilder<SqlBool> {
  const value = typed(target.field, text)
  return value === undefined ? never : sql<SqlBool>`${target.column} ${sql.raw(operator)} ${bound(target, value)}`
}

/** The column holds one of these texts. */
export function amongSql(target: FilterTarget, parts: readonly string[]): RawBuilder<SqlBool> {
  const values = parts.map((part) => typed(target.field, part)).filter((value) => value !== undefined)
  return values.length ? sql<SqlBool>`${target.column} in (${sql.join(values.map((value) => bound(target, value)))})` : never
}

function notSql(target: FilterTarget, text: string): RawBuilder<SqlBool> {
  if (text === '') return sql<SqlBool>`not ${emptySql(target.column)}`
  const value = typed(target.field, text)
  return value === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${target.column} is null or ${target.column} <> ${bound(target, value)})`
}

const operators: Readonly<Record<string, string>> = {
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
  eq: '=',
  ne: '<>',
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  '=': '=',
  '!=': '<>',
}

const isListed = (value: string): boolean => value.startsWith(',') && value.endsWith(',') && value.length > 2
const isOpenEnded = (value: string): boolean => value.endsWith('*') && value.length > 1

/** Whether the parameter asks for texts that contain others. */
export const looksWithin = (value: string): boolean =>
  !operator.test(value) && (value.startsWith('*') || isOpenEnded(value) || isListed(value))

/**
 * One query parameter in its wire syntax: `gt 5`, `*x*`, `a,b`, `!x`, `a++b`, otherwise equality. The order of detection is the
 * documented one.
 */
export function filterSql(target: FilterTarget, value: string): RawBuilder<SqlBool> {
  const signed = operator.exec(value)
  if (signed) return compareSql(target, operators[signed[1] ?? ''] ?? '=', signed[2] ?? '')
  const starts = value.startsWith('*')
  const ends = isOpenEnded(value)
  if (starts || ends) {
    const text = value.slice(starts ? 1 : 0, ends ? -1 : undefined)
    return amongFound(target, [text], containsSql(target, { before: starts ? '%' : '', text, after: ends ? '%' : '' }))
  }
  if (isListed(value)) {
    const parts = [...new Set(commaList(value.slice(1, -1)))]
    if (!parts.length) return never
    const conditions = parts.map((text) => containsSql(target, { before: '%', text, after: '%' }))
    return amongFound(target, parts, sql<SqlBool>`(${sql.join(conditions, sql` or `)})`)
  }
  if (value.includes(',')) return amongSql(target, commaList(value))
  if (value.startsWith('!')) return notSql(target, value.slice(1))
  if (value.indexOf('++') > 0) return compareSql(target, '=', value.replaceAll('++', ','))
  return compareSql(target, '=', value)
}

/** `f_begin` and `f_end`; a date without a time reaches to its last second on a time column. */
export function rangeSql(target: FilterTarget, side: 'begin' | 'end', value: string): RawBuilder<SqlBool> {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) && kindOf(target.field) === 'moment'
  const full = day ? `${value} ${side === 'begin' ? '00:00:00' : '23:59:59'}` : value
  return compareSql(target, side === 'begin' ? '>=' : '<=', full)
}
