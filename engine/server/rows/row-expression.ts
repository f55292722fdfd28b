import { isProblem, readRuleText, type RowComparison, type RowSign, type RowTest, type RuleProblem, type RuleText } from './row-test.ts'

const DEEPEST = 20
const MOST_COMPARISONS = 50

interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'variable' | 'sign' | 'end' | 'unknown'
  readonly text: string
  /** Counted from 1. */
  readonly at: number
}

/** Thrown inside this file only, so that a problem ends the reading wherever it is found. */
class Unreadable extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const pattern =
  /\s*(?:(?<name>[A-Za-z_]\w*)|(?<number>-?\d+(?:\.\d+)?)|(?<text>'(?:[^']|'')*')|(?<variable>#\{[^}]*\})|(?<sign><=|>=|<>|!=|[=<>(),]))/y

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  const end = text.trimEnd().length
  while (from < end) {
    pattern.lastIndex = from
    const match = pattern.exec(text)
    const at = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0) + 1
    const [kind, found] = Object.entries(match?.groups ?? {}).find(([, value]) => value !== undefined) ?? []
    if (!match || found === undefined || !isKind(kind)) return [...tokens, { kind: 'unknown', text: text[at - 1] ?? '', at }]
    tokens.push({ kind, text: found, at })
    from = pattern.lastIndex
  }
  return [...tokens, { kind: 'end', text: '', at: end + 1 }]
}

const isKind = (kind: string | undefined): kind is 'name' | 'number' | 'text' | 'variable' | 'sign' =>
  kind !== undefined && ['name', 'number', 'text', 'variable', 'sign'].includes(kind)

const signs: Readonly<Record<string, RowSign>> = { '=': '=', '!=': '<>', '<>': '<>', '>': '>', '>=': '>=', '<': '<', '<=': '<=' }

/** Checks a comparison against the rows that it is about: undefined, or what is wrong with it. */
export type CheckComparison = (comparison: RowComparison) => RowComparison | string

/** Reads `column sign value`, `and`, `or`, brackets; everything else is refused. */
class ExpressionReader {
  readonly #tokens: readonly Token[]
  readonly #check: CheckComparison
  #place = 0
  #comparisons = 0

  constructor(text: string, check: CheckComparison) {
    this.#tokens = tokensOf(text)
    this.#check = check
  }

  read(): RowTest {
    const test = this.#either(0)
    if (this.#next.kind !== 'end') this.#fail('应为 and、or 或结束')
    return test
  }

  get #next(): Token {
    const token = this.#tokens[Math.min(this.#place, this.#tokens.length - 1)]
    if (!token) throw new Unreadable('表达式为空', 1)
    return token
  }

  #take(): Token {
    const token = this.#next
    this.#place++
    return token
  }

  #fail(expected: string, token = this.#next): never {
    const found = token.kind === 'end' ? '表达式到此结束' : `“${token.text}”不可识别`
    throw new Unreadable(`${found}，${expected}`, token.at)
  }

  #isWord(word: string): boolean {
    return this.#next.kind === 'name' && this.#next.text.toLowerCase() === word
  }

  #isSign(sign: string): boolean {
    return this.#next.kind === 'sign' && this.#next.text === sign
  }

  #sign(sign: string): void {
    if (!this.#isSign(sign)) this.#fail(`应为 ${sign}`)
    this.#place++
  }

  #joined(word: string, part: () => RowTest): RowTest[] {
    const parts = [part()]
    while (this.#isWord(word)) {
      this.#place++
      parts.push(part())
    }
    return parts
  }

  #either(depth: number): RowTest {
    const parts = this.#joined('or', () => this.#both(depth))
    return parts.length === 1 && parts[0] ? parts[0] : { any: parts }
  }

  #both(depth: number): RowTest {
    const parts = this.#joined('and', () => this.#one(depth))
    return parts.length === 1 && parts[0] ? parts[0] : { all: parts }
  }

  #one(depth: number): RowTest {
    if (depth > DEEPEST) this.#fail(`括号最多 ${DEEPEST} 层`)
    if (!this.#isSign('(')) return this.#comparison()
    this.#place++
    const test = this.#either(depth + 1)
    this.#sign(')')
    return test
  }

  #comparison(): RowComparison {
    const name = this.#take()
    if (name.kind !== 'name' || ['and', 'or', 'in', 'like'].includes(name.text.toLowerCase())) this.#fail('应为字段名或左括号', name)
    if (++this.#comparisons > MOST_COMPARISONS) this.#fail(`最多 ${MOST_COMPARISONS} 个条件`, name)
    const read = this.#tested(name.text)
    const checked = this.#check(read)
    if (typeof checked === 'string') throw new Unreadable(checked, name.at)
    return checked
  }

  #tested(key: string): RowComparison {
    if (this.#isWord('in')) return { key, sign: 'in', values: this.#list() }
    if (this.#isWord('like')) return this.#alike(key)
    const token = this.#take()
    const sign = token.kind === 'sign' ? signs[token.text] : undefined
    if (!sign) this.#fail('应为 = != <> > >= < <= in 或 like', token)
    return { key, sign, values: [this.#value()] }
  }

  #list(): RuleText[] {
    this.#place++
    this.#sign('(')
    const values = [this.#value()]
    while (this.#isSign(',')) {
      this.#place++
      values.push(this.#value())
    }
    this.#sign(')')
    return values
  }

  /** `%` stands before or after the text, nowhere else. */
  #alike(key: string): RowComparison {
    this.#place++
    const token = this.#next
    const value = [...this.#value()]
    const first = value[0]
    const before = typeof first === 'string' && first.startsWith('%')
    if (before) value[0] = first.slice(1)
    const last = value.at(-1)
    const after = typeof last === 'string' && last.endsWith('%')
    if (after) value[value.length - 1] = last.slice(0, -1)
    if (value.some((part) => typeof part === 'string' && part.includes('%'))) this.#fail('% 只能在开头或结尾', token)
    return { key, sign: before ? (after ? 'like' : 'ends') : after ? 'starts' : 'alike', values: [value.filter((part) => part !== '')] }
  }

  #value(): RuleText {
    const token = this.#take()
    if (token.kind === 'number') return [token.text]
    const quoted = token.kind === 'text'
    if (!quoted && token.kind !== 'variable') this.#fail('应为数字、加单引号的文字或变量', token)
    const read = readRuleText(quoted ? token.text.slice(1, -1).replaceAll("''", "'") : token.text)
    if (isProblem(read)) throw new Unreadable(read.message, token.at + read.at - (quoted ? 0 : 1))
    return read
  }
}

/** The test that an expression says, or what cannot be read in it, and where. */
export function readExpression(text: string, check: CheckComparison): RowTest | RuleProblem {
  try {
    return new ExpressionReader(text, check).read()
  } catch (error) {
    if (error instanceof Unreadable) return { message: error.message, at: error.at }
    throw error
  }
}
