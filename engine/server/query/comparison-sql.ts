import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { commaList } from '../../fields/comma-list.ts'
import { kindOf } from '../../fields/shared.ts'
import { amongFound, amongSql, compareSql, containsSql, rangeSql, type FilterTarget } from './filter-sql.ts'

/** What may stand around the text. */
const patterns: Readonly<Record<string, { readonly before: '%' | ''; readonly after: '%' | '' }>> = {
  like: { before: '%', after: '%' },
  ends: { before: '%', after: '' },
  starts: { before: '', after: '%' },
  alike: { before: '', after: '' },
}

/** A date without a time, compared with a time column, means that whole day. */
function onDay(target: FilterTarget, kind: string, day: string): RawBuilder<SqlBool> | undefined {
  if (kindOf(target.field) !== 'moment' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const before = compareSql(target, '<', `${day} 00:00:00`)
  const after = compareSql(target, '>', `${day} 23:59:59`)
  if (kind === '=') return sql<SqlBool>`(${rangeSql(target, 'begin', day)} and ${rangeSql(target, 'end', day)})`
  if (kind === '<>') return sql<SqlBool>`(${before} or ${after})`
  if (kind === '>=' || kind === '<=') return rangeSql(target, kind === '>=' ? 'begin' : 'end', day)
  return kind === '>' ? after : kind === '<' ? before : undefined
}

/** `column sign value`: a comparison, `in` a comma list, or a text within, before or after others. */
export function comparisonSql(target: FilterTarget, kind: string, value: string): RawBuilder<SqlBool> {
  if (kind === 'in') return amongSql(target, commaList(value))
  const around = patterns[kind]
  if (around) return amongFound(target, [value], containsSql(target, { ...around, text: value }))
  return onDay(target, kind, value) ?? compareSql(target, kind, value)
}
