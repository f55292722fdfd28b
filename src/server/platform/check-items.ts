import { checkRow, type Fields, type WireRow } from '../../../engine/schema/index.ts'
import { checkRule } from '../../../schemas/platform/check-rule.ts'
import { compiledPattern, type CheckItem } from './check-values.ts'

const { localRules } = checkRule.fields
const noExpression = localRules.columns.pattern.expression

/** The tables of the form, as they are stored. */
interface RowsOfRule {
  readonly localRules?: string | null
  readonly globalRules?: string | null
}
/** Items, or what is wrong with them and where. */
type Reading =
  { readonly items: readonly CheckItem[] } | { readonly problem: string; readonly field: 'localRules' | 'globalRules' | 'ruleJson' }

const parsed = (text: string | null | undefined): WireRow[] => JSON.parse(text || '[]') as WireRow[]
const numbered = (index: number, sentence: string): string => `第${index + 1}行：${sentence}`

const itemOf = ({ digits, pattern, message, priority }: WireRow): CheckItem => ({
  digits: String(digits),
  pattern: String(pattern),
  message: String(message),
  ...(priority !== undefined && { priority: String(priority) === '0' ? ('0' as const) : ('1' as const) }),
})

/** The row whose expression the engine cannot run; the field has checked everything else. */
function brokenRow(items: readonly CheckItem[], field: 'localRules' | 'globalRules' | 'ruleJson'): Reading | undefined {
  const index = items.findIndex(({ pattern }) => !compiledPattern(pattern))
  return index === -1 ? undefined : { problem: numbered(index, noExpression), field }
}

/** The one list, in the order in which it runs: for the whole value first, piece by piece, for the whole value last. */
export function itemsOfRows(rows: RowsOfRule): Reading {
  const local = parsed(rows.localRules).map(itemOf)
  const whole = parsed(rows.globalRules).map((row) => itemOf({ ...row, digits: '*' }))
  const broken = brokenRow(local, 'localRules') ?? brokenRow(whole, 'globalRules')
  const of = (priority: '1' | '0') => whole.filter((item) => item.priority === priority)
  return broken ?? { items: [...of('1'), ...local, ...of('0')] }
}

/** An item that does not say when it runs does so by its place: before the first piece, or after it. */
function placed(items: readonly CheckItem[]): CheckItem[] {
  const first = items.findIndex(({ digits }) => digits !== '*')
  return items.map((item, index) =>
    item.digits !== '*' || item.priority ? item : { ...item, priority: first === -1 || index < first ? '1' : '0' },
  )
}

/** The items of a list that was sent as it is stored. */
export function itemsOfJson(text: string): Reading {
  const rows = parsed(text)
  for (const [index, row] of rows.entries()) {
    const isWhole = typeof row === 'object' && row !== null && row['digits'] === '*'
    const { digits, pattern, message } = localRules.columns
    const fields: Fields = isWhole ? { pattern, message } : { digits, pattern, message }
    const { problems } = checkRow({ fields }, typeof row === 'object' && row !== null ? row : {}, 'add')
    const [problem] = Object.values(problems)
    if (problem !== undefined) return { problem: numbered(index, problem), field: 'ruleJson' }
  }
  const items = placed(rows.map(({ priority, ...row }) => itemOf({ ...row, ...(row['digits'] === '*' && priority ? { priority } : {}) })))
  return brokenRow(items, 'ruleJson') ?? { items }
}

const textOf = (rows: readonly WireRow[]): string | null => (rows.length === 0 ? null : JSON.stringify(rows))

/** The two tables of the form. */
export const rowsOfItems = (items: readonly CheckItem[]): RowsOfRule => ({
  localRules: textOf(items.flatMap(({ digits, pattern, message }) => (digits === '*' ? [] : [{ digits, pattern, message }]))),
  globalRules: textOf(
    items.flatMap(({ digits, priority, pattern, message }) => (digits === '*' ? [{ priority: Number(priority), pattern, message }] : [])),
  ),
})
