import { pick } from '../../../api/contract/random-rows.ts'
import type { WorldRow } from '../../../api/world.ts'

/** Who asks, as the variables of rules see them. */
export interface RuledPerson {
  readonly username: string
  readonly realname: string
  readonly orgCode: string
  readonly orgCodes: readonly string[]
}

/** A random rule as an administrator types it, and what it means, worked out without a look at the product. */
export interface RandomRule {
  readonly body: { readonly ruleColumn: string; readonly ruleConditions: string; readonly ruleValue: string }
  passes(row: WorldRow, person: RuledPerson): boolean
}

type Random = () => number
type Kind = 'text' | 'number' | 'day' | 'moment'

/** The fields that rules of an entity name, with values that they compare. */
export type RuledColumns = Readonly<Record<string, { readonly kind: Kind; readonly values: readonly string[] }>>

const ofSemesters: RuledColumns = {
  semesterName: { kind: 'text', values: ['春季A', '春', 'a', 'A1', '%', '_', '2026', "it's"] },
  isCurrent: { kind: 'number', values: ['0', '1', '2', '-1'] },
  beginDate: { kind: 'day', values: ['2026-02-01', '2026-03-15', '2026-09-01', '2027-01-01'] },
  endDate: { kind: 'day', values: ['2026-07-01', '2027-01-20', '2027-06-30'] },
  createBy: { kind: 'text', values: ['admin', 'nobody', '#{sys_user_code}', '#{sysUserCode}', 'person', '#{sys_org_code}'] },
  updateBy: { kind: 'text', values: ['admin', '#{sys_user_code}'] },
}

function valueOf(text: string, { username, realname, orgCode, orgCodes }: RuledPerson): string | undefined {
  const values: Record<string, string> = {
    sys_user_code: username,
    sysUserCode: username,
    sys_user_name: realname,
    sys_org_code: orgCode,
    sys_multi_org_code: orgCodes.join(),
  }
  let isKnown = true
  const filled = text.replace(/#\{(\w+)\}/g, (_, name: string) => {
    if (!values[name]) isKnown = false
    return values[name] ?? ''
  })
  return isKnown ? filled : undefined
}

function compares(kind: Kind, own: unknown, sign: string, value: string): boolean {
  if (own === null || own === undefined) return false
  if (kind === 'number') return ordered(Number(own), sign, Number(value))
  return ordered(String(own), sign, value)
}

function ordered<T extends string | number>(own: T, sign: string, value: T): boolean {
  if (sign === '=') return own === value
  if (sign === '!=' || sign === '<>') return own !== value
  if (sign === '>') return own > value
  if (sign === '>=') return own >= value
  return sign === '<' ? own < value : own <= value
}

const within = (own: unknown, text: string, how: string): boolean => {
  if (own === null || own === undefined) return false
  const [a, b] = [String(own).toLowerCase(), text.toLowerCase()]
  return how === 'LIKE' ? a.includes(b) : how === 'LEFT_LIKE' ? a.endsWith(b) : a.startsWith(b)
}

const signs = ['=', '!=', '>', '>=', '<', '<='] as const

/** One comparison of a plain rule. */
function plain(random: Random, columns: RuledColumns): RandomRule {
  const [ruleColumn, { kind, values }] = pick(random, Object.entries(columns))
  const condition = pick(random, kind === 'text' ? [...signs, 'IN', 'LIKE', 'LEFT_LIKE', 'RIGHT_LIKE'] : [...signs, 'IN'])
  const ruleValue = condition === 'IN' ? `${pick(random, values)}, ${pick(random, values)}` : pick(random, values)
  return {
    body: { ruleColumn, ruleConditions: condition, ruleValue },
    passes(row, person) {
      const own = row[ruleColumn]
      const parts = (condition === 'IN' ? ruleValue.split(',').map((part) => part.trim()) : [ruleValue]).map((part) =>
        valueOf(part, person),
      )
      if (parts.includes(undefined)) return false
      if (condition === 'IN') return parts.some((part) => compares(kind, own, '=', part ?? ''))
      const text = parts[0] ?? ''
      return condition.endsWith('LIKE') ? within(own, text, condition) : compares(kind, own, condition, text)
    },
  }
}

interface Term {
  readonly text: string
  passes: RandomRule['passes']
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

function term(random: Random, columns: RuledColumns, depth: number): Term {
  if (depth > 0 && random() < 0.5) {
    const parts = Array.from({ length: 3 }, () => term(random, columns, depth - 1))
    const isAny = random() < 0.5
    return {
      text: `(${parts.map(({ text }) => text).join(isAny ? ' or ' : ' AND ')})`,
      passes: (row, person) => (isAny ? parts.some((one) => one.passes(row, person)) : parts.every((one) => one.passes(row, person))),
    }
  }
  const [key, { kind, values }] = pick(random, Object.entries(columns))
  const sign = pick(random, ['=', '!=', '<>', '>', '<=', 'in', ...(kind === 'text' ? ['like'] : [])])
  const value = pick(random, values)
  const asked = (text: string, person: RuledPerson) => valueOf(text, person)
  const named = random() < 0.5 ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key
  if (sign === 'in') {
    const other = pick(random, values)
    const listed = [value, other].map((one) => (kind === 'number' ? one : quoted(one))).join(', ')
    return {
      text: `${named} in (${listed})`,
      passes(row, person) {
        const all = [asked(value, person), asked(other, person)]
        return !all.includes(undefined) && all.some((one) => compares(kind, row[key], '=', one ?? ''))
      },
    }
  }
  if (sign === 'like') {
    const text = value === '%' ? 'a' : value
    return {
      text: `${named} like ${quoted(`%${text}%`)}`,
      passes: (row, person) => asked(text, person) !== undefined && within(row[key], asked(text, person) ?? '', 'LIKE'),
    }
  }
  return {
    text: `${named} ${sign} ${kind === 'number' ? value : quoted(value)}`,
    passes(row, person) {
      const text = asked(value, person)
      return text !== undefined && compares(kind, row[key], sign, text)
    },
  }
}

export function randomRule(random: Random, columns = ofSemesters): RandomRule {
  if (random() < 0.5) return plain(random, columns)
  const { text, passes } = term(random, columns, 2)
  return { body: { ruleColumn: '', ruleConditions: 'USE_SQL_RULES', ruleValue: text }, passes }
}
