import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isLinked, isMark } from '../../fields/structure.ts'
import type { AnyField } from '../../schema/index.ts'
import { InvalidInput } from '../errors.ts'
import { textOf } from '../text-of.ts'
import type { AskedLimit } from './asked-limit.ts'
import { keptColumnSql, modelField } from './column-sql.ts'
import { comparisonSql } from './comparison-sql.ts'
import { askedField, linkSql, filterTarget, type ListFilterRequest } from './list-filters.ts'

const MOST_RULES = 50
const parameter = 'superQueryParams'

/** One line of an advanced query as it was sent. */
interface Rule {
  readonly field: string
  readonly rule: string
  readonly val: string
}

/** The comparison signs and short names that clients send. */
const kinds: Readonly<Record<string, string>> = {
  '>': '>',
  gt: '>',
  '>=': '>=',
  ge: '>=',
  '<': '<',
  lt: '<',
  '<=': '<=',
  le: '<=',
  '=': '=',
  eq: '=',
  '!=': '<>',
  ne: '<>',
  in: 'in',
  like: 'like',
  left_like: 'ends',
  right_like: 'starts',
}

const refuse = (sentence: string): InvalidInput => new InvalidInput({ [parameter]: sentence })

/** Clients URL-encode the list a second time, inside the encoded address. */
function listIn(text: string): unknown {
  try {
    return JSON.parse(text.trimStart().startsWith('[') ? text : decodeURIComponent(text))
  } catch {
    return undefined
  }
}

/** The lines of the query; a line without field, rule or value is skipped. */
function rulesIn(text: string, limit: AskedLimit): Rule[] {
  const list = listIn(text)
  if (!Array.isArray(list)) throw refuse('高级查询条件格式不正确')
  if (list.length > MOST_RULES) throw refuse(`高级查询最多${MOST_RULES}个条件`)
  return list.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) throw refuse('高级查询条件格式不正确')
    const line = ['field', 'rule', 'val'].map((key): unknown => Object.getOwnPropertyDescriptor(item, key)?.value)
    if (line.flat().some((part) => typeof part === 'object' && part !== null)) throw refuse('高级查询条件格式不正确')
    const [field, rule, val] = line.map((part) => textOf(part).replaceAll('\0', ''))
    if (!field || !rule || !val) return []
    limit.values(parameter, val)
    return [{ field, rule, val }]
  })
}

/** The field that a rule compares. Fields that do not exist and fields that may not be asked get the same answer. */
function ruledField(request: ListFilterRequest, key: string): AnyField {
  if (key === 'id' || key === request.model.id) return { type: 'text', label: '' }
  const known = askedField(request, key)
  if (!known) throw refuse(`高级查询不支持字段“${key}”`)
  return known
}

function ruleSql(request: ListFilterRequest, { field: asked, rule, val }: Rule): RawBuilder<SqlBool> {
  const name = asked.replace(/_dictText$/, '')
  const key = request.model.otherNames.get(name) ?? name
  const kind = Object.hasOwn(kinds, rule.toLowerCase()) ? kinds[rule.toLowerCase()] : undefined
  const field = ruledField(request, key)
  if (!kind) throw refuse(`高级查询不支持规则“${rule}”`)
  const own = modelField(request.model, key)
  const link = own && linkSql(request.model, own, val, request.texts)
  if (link && (kind === '=' || kind === 'in')) return link
  if (link || isLinked(field) || isMark(field)) throw refuse(`高级查询不支持字段“${key}”的规则“${rule}”`)
  const place = { model: request.model, alias: 't', key: key === 'id' ? request.model.id : key }
  const column = keptColumnSql(request.context, request.joins, place)
  return comparisonSql(filterTarget(request, { column, field, place, name: parameter }), kind, val)
}

/** `superQueryParams`: rules joined by `superQueryMatchType`, one condition beside the other filters. */
export function advancedSql(request: ListFilterRequest): RawBuilder<SqlBool> | undefined {
  const text = request.query[parameter]
  const isAny = request.query['superQueryMatchType']?.toLowerCase() === 'or'
  // Rows are not found by one of several rules that need not hold.
  const asked = isAny ? { ...request, texts: undefined } : request
  const parts = text ? rulesIn(text, request.limit).map((rule) => ruleSql(asked, rule)) : []
  return parts.length ? sql<SqlBool>`(${sql.join(parts, isAny ? sql` or ` : sql` and `)})` : undefined
}
