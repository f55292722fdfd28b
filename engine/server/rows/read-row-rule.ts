import { isNumeric, isTime } from '../../fields/shared.ts'
import { isLinked } from '../../fields/structure.ts'
import type { Actor, Model } from '../contract.ts'
import type { SqlContext } from '../query/column-sql.ts'
import { modelField } from '../query/column-sql.ts'
import { isWithheldFrom } from '../query/mask.ts'
import { readExpression } from './row-expression.ts'
import { ruledField } from './ruled-field.ts'
import {
  isProblem,
  readRuleText,
  type RowComparison,
  type RowRule,
  type RowRuleProblem,
  type RowSign,
  type RowTest,
  type RuleText,
} from './row-test.ts'

const EXPRESSION = 'USE_SQL_RULES'
const LONGEST_LIST = 200
const LONGEST_PATTERN = 200

const signs: Readonly<Record<string, RowSign>> = {
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  '=': '=',
  '!=': '<>',
  IN: 'in',
  LIKE: 'like',
  LEFT_LIKE: 'ends',
  RIGHT_LIKE: 'starts',
}

const isPattern = (sign: RowSign): boolean => ['starts', 'ends', 'like', 'alike'].includes(sign)

/** Fixed texts of a value; a text beside a variable is not known until the variable is. */
const fixedOf = (values: readonly RuleText[]): string[] =>
  values.flatMap((value) => (value.every((part) => typeof part === 'string') ? [value.join('')] : []))

/** The rows of a rule, and who writes it: the rows that it shows would tell them the value of a field that is masked or hidden for them. */
interface RuledRows {
  readonly model: Model
  /** Without it, a rule that was written before is read. */
  readonly writer?: Actor | undefined
}

/** What is wrong with a comparison of this field, whatever rows there are. */
function wrongWith(context: SqlContext, { model, writer }: RuledRows, comparison: RowComparison): RowRuleProblem | undefined {
  const { key, sign, values } = comparison
  const ruled = ruledField(context, model, key)
  if (!ruled || (writer && isWithheldFrom(context, { model, actor: writer }, ruled.key)))
    return { part: 'column', message: `${model.entity.title}没有可以作为规则的字段“${key}”` }
  const { field } = ruled
  if (isLinked(modelField(model, ruled.key)) && sign !== '=' && sign !== 'in')
    return { part: 'condition', message: `字段“${key}”只能用等于或包含` }
  if (isLinked(field) && !isLinked(modelField(model, ruled.key))) return { part: 'column', message: `字段“${key}”不能作为规则` }
  if (isPattern(sign)) {
    if (isNumeric(field)) return { part: 'condition', message: `字段“${key}”是数字，不能用模糊条件` }
    const longest = values.flat().some((part) => typeof part === 'string' && part.length > LONGEST_PATTERN)
    return longest ? { part: 'value', message: `模糊条件的内容最多${LONGEST_PATTERN}个字` } : undefined
  }
  if (values.length > LONGEST_LIST) return { part: 'value', message: `一条规则最多${LONGEST_LIST}个值` }
  for (const text of fixedOf(values)) {
    if (isNumeric(field) && (text.trim() === '' || !Number.isFinite(Number(text))))
      return { part: 'value', message: `字段“${key}”是数字，规则值“${text}”不是` }
    if (isTime(field) && !/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/.test(text))
      return { part: 'value', message: `字段“${key}”是日期，规则值应为 2026-01-31 或 2026-01-31 08:00:00` }
  }
  return undefined
}

/** The values of a plain rule: for `in` its parts between commas. */
const valuesOf = (sign: RowSign, value: string): string[] =>
  sign === 'in'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : [value]

/** The test that a rule puts to rows of the model, or what in it cannot be read. Variables are known only when somebody asks. */
export function readRowRule(context: SqlContext, rows: RuledRows, { column, condition, value }: RowRule): RowTest | RowRuleProblem {
  if (condition === EXPRESSION) {
    const read = readExpression(value, (one) => wrongWith(context, rows, one)?.message ?? one)
    return isProblem(read) ? { part: 'value', message: `表达式第${read.at}个字符处有误：${read.message}` } : read
  }
  const sign = Object.hasOwn(signs, condition) ? signs[condition] : undefined
  if (!sign) return { part: 'condition', message: `没有条件规则“${condition}”` }
  if (column === '') return { part: 'column', message: '请输入规则字段!' }
  const values: RuleText[] = []
  for (const text of valuesOf(sign, value)) {
    const read = readRuleText(text)
    if (isProblem(read)) return { part: 'value', message: read.message }
    values.push(read)
  }
  if (!values.length) return { part: 'value', message: '请输入规则值!' }
  const comparison: RowComparison = { key: column, sign, values }
  return wrongWith(context, rows, comparison) ?? comparison
}

/** Whether a rule could not be read. */
export const isRuleProblem = (read: RowTest | RowRuleProblem): read is RowRuleProblem => 'part' in read
