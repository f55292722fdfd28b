/** What a value may name instead of a fixed text: `#{sys_user_code}`. */
export const rowVariables = {
  sys_user_code: '账号',
  sys_user_name: '姓名',
  sys_org_code: '当前部门编码',
  sys_multi_org_code: '全部部门编码',
  sys_date: '当前日期',
  sys_time: '当前时间',
  bpm_status: '流程状态',
  tenant_id: '租户',
} as const

export type RowVariable = keyof typeof rowVariables

/** What variables say of one person; the clock says the others. */
export type PersonValues = Readonly<Record<Exclude<RowVariable, 'sys_date' | 'sys_time'>, string>>

/** Fixed text, or the name of a variable. */
export type TextPart = string | { readonly variable: RowVariable }

/** A value as a rule says it: its parts, one behind the other. */
export type RuleText = readonly TextPart[]

/** How a field is compared: `starts`, `ends`, `like` (contains) and `alike` (equal) take no notice of case. */
export type RowSign = '=' | '<>' | '>' | '>=' | '<' | '<=' | 'in' | 'starts' | 'ends' | 'like' | 'alike'

/** One comparison of a field; `in` compares with several values, every other sign with one. */
export interface RowComparison {
  readonly key: string
  readonly sign: RowSign
  readonly values: readonly RuleText[]
}

/** A question about one row, from which a condition of a statement is made. */
export type RowTest = { readonly all: readonly RowTest[] } | { readonly any: readonly RowTest[] } | RowComparison

/** The answer to a rule that cannot be read: it lets no row pass, because a limit that is not understood must not be lifted. */
export const noRow: RowTest = { any: [] }

/** A rule as an administrator writes it. */
export interface RowRule {
  /** The field; without meaning where the value is an expression. */
  readonly column: string
  /** A value of the dictionary rule_conditions. */
  readonly condition: string
  readonly value: string
}

/** Which part of a rule cannot be read, and why. */
export interface RowRuleProblem {
  readonly part: keyof RowRule
  readonly message: string
}

/** A sentence about a value or expression; `at` counts characters from 1. */
export interface RuleProblem {
  readonly message: string
  readonly at: number
}

const variableNames = new Map<string, RowVariable>()
for (const name of Object.keys(rowVariables) as RowVariable[]) {
  variableNames.set(name, name)
  variableNames.set(
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    name,
  )
}

/** The parts of a text that may name variables, as `#{sys_org_code}` or `#{sysOrgCode}`. */
export function readRuleText(text: string): RuleText | RuleProblem {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(/#\{([^}]*)\}?/g)) {
    const variable = match[0].endsWith('}') ? variableNames.get((match[1] ?? '').trim()) : undefined
    if (!variable) return { message: `没有变量 ${match[0]}，可用的变量是 ${Object.keys(rowVariables).join('、')}`, at: match.index + 1 }
    if (match.index > from) parts.push(text.slice(from, match.index))
    parts.push({ variable })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

export const isProblem = (read: RuleText | RowTest | RuleProblem): read is RuleProblem => 'message' in read

/** The variables that a text names; none if it cannot be read. */
export function variablesNamedIn(text: string): RowVariable[] {
  const read = readRuleText(text)
  return isProblem(read) ? [] : read.flatMap((part) => (typeof part === 'string' ? [] : [part.variable]))
}

/** The variables of a test. */
export function variablesOf(test: RowTest): RowVariable[] {
  if ('all' in test) return test.all.flatMap(variablesOf)
  if ('any' in test) return test.any.flatMap(variablesOf)
  return test.values.flat().flatMap((part) => (typeof part === 'string' ? [] : [part.variable]))
}
