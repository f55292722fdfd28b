import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { commaList } from '../../fields/comma-list.ts'
import { kindOf } from '../../fields/shared.ts'
import { isLinked } from '../../fields/structure.ts'
import type { AskedLimit } from '../query/asked-limit.ts'
import { joinsSql, keptColumnSql, modelField, type Joins, type SqlContext } from '../query/column-sql.ts'
import { comparisonSql } from '../query/comparison-sql.ts'
import { linkSql } from '../query/list-filters.ts'
import { allOf, never } from '../query/where.ts'
import type { Model } from '../contract.ts'
import { ruledField } from './ruled-field.ts'
import type { RowLimit } from './row-limit.ts'
import type { RowComparison, RowSign, RowTest, RuleText } from './row-test.ts'

/** What an administrator wrote was measured when it was saved. */
const unlimited: AskedLimit = { values: () => undefined, pattern: () => undefined }

/** The text with the values of its variables; undefined if one of them has none, so that the comparison holds for no row. */
function textOf(text: RuleText, { person }: RowLimit, now: string): string | undefined {
  const values: Readonly<Record<string, string>> = { ...person, sys_date: now.slice(0, 10), sys_time: now }
  const parts = text.map((part) => (typeof part === 'string' ? part : values[part.variable] || undefined))
  return parts.includes(undefined) ? undefined : parts.join('')
}

/** Several values for `in` alone: a variable may hold a comma list of them. */
function valuesOf(values: readonly RuleText[], sign: RowSign, limit: RowLimit, now: string): string[] | undefined {
  const all: string[] = []
  for (const value of values) {
    const text = textOf(value, limit, now)
    if (text === undefined) return undefined
    const isFixed = value.every((part) => typeof part === 'string')
    all.push(...(isFixed || sign !== 'in' ? [text] : commaList(text)))
  }
  return all
}

interface Limited {
  readonly context: SqlContext
  readonly model: Model
  readonly limit: RowLimit
}

/** A field that is read through joins is looked at in a row of its own, because the statement around has only the row at `t`. */
function compared({ context, model, limit }: Limited, { key, sign, values }: RowComparison): RawBuilder<SqlBool> {
  const texts = valuesOf(values, sign, limit, context.now())
  const ruled = ruledField(context, model, key)
  if (!texts?.length || !ruled) return never
  const own = modelField(model, ruled.key)
  if (isLinked(own)) return (sign === '=' || sign === 'in' ? linkSql(model, own, texts.join()) : undefined) ?? never
  const isDay = kindOf(ruled.field) === 'day'
  const asked = texts.map((text) => (isDay && /^\d{4}-\d{2}-\d{2} /.test(text) ? text.slice(0, 10) : text))
  const testAt = (alias: string) => {
    const joins: Joins = new Map()
    const column = keptColumnSql(context, joins, { model, alias, key: ruled.key })
    const target = { column, field: ruled.field, dialect: context.dialect, name: ruled.key, limit: unlimited }
    const tests = asked.map((text) => comparisonSql(target, sign === 'in' ? '=' : sign, text))
    return { joins, test: sql<SqlBool>`(${sql.join(tests, sql` or `)})` }
  }
  const plain = testAt('t')
  if (!plain.joins.size) return plain.test
  const { joins, test } = testAt('w')
  const same = sql`${sql.ref(`w.${model.idColumn}`)} = ${sql.ref(`t.${model.idColumn}`)}`
  return sql<SqlBool>`exists (select 1 from ${sql.table(model.table)} as w${joinsSql(joins)} where ${same} and ${test})`
}

function testSql(limited: Limited, test: RowTest): RawBuilder<SqlBool> {
  if ('all' in test) return allOf(test.all.map((part) => testSql(limited, part)))
  if (!('any' in test)) return compared(limited, test)
  const parts = test.any.map((part) => testSql(limited, part))
  return parts.length ? sql<SqlBool>`(${sql.join(parts, sql` or `)})` : never
}

/** The condition that each rule of a limit puts to the row at `t`. */
export const ruleConditions = (context: SqlContext, model: Model, limit: RowLimit): { rule: string; condition: RawBuilder<SqlBool> }[] =>
  limit.rules.map(({ id, test }) => ({ rule: id, condition: testSql({ context, model, limit }, test) }))
