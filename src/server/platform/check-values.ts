import { LRUCache } from 'lru-cache'
import { RE2JS } from 're2js'

/** One item of a rule: `digits` characters, or `*` for the whole value, must match the pattern. */
export interface CheckItem {
  readonly digits: string
  readonly pattern: string
  readonly message: string
  /** Of an item for the whole value: '1' runs before the pieces, '0' after them. */
  readonly priority?: '1' | '0'
}

export interface CheckFailure extends Omit<CheckItem, 'priority'> {
  readonly checkValue: string
  readonly passed: false
  readonly beginIndex?: number
  readonly endIndex?: number
}

const kept = new LRUCache<string, RE2JS>({ max: 500 })

/** The expression, for an engine whose time grows with the value and never beyond it; undefined if that engine cannot run it. */
export function compiledPattern(pattern: string): RE2JS | undefined {
  const known = kept.get(pattern)
  if (known) return known
  try {
    const expression = RE2JS.compile(pattern)
    kept.set(pattern, expression)
    return expression
  } catch {
    return undefined
  }
}

/** The first item that the value breaks. Pieces follow one another; one beyond the value's end is empty. A blank value passes. */
export function firstFailure(items: readonly CheckItem[], value: string): CheckFailure | undefined {
  if (value.trim() === '') return undefined
  const signs = [...value]
  let begin = 0
  for (const { digits, pattern, message } of items) {
    const end = digits === '*' ? signs.length : begin + Number(digits)
    const isWhole = digits === '*'
    const piece = isWhole ? value : signs.slice(begin, end).join('')
    if (!compiledPattern(pattern)?.matches(piece)) {
      const place = isWhole ? {} : { beginIndex: begin, endIndex: end }
      return { digits, pattern, message, checkValue: piece, passed: false, ...place }
    }
    if (!isWhole) begin = end
  }
  return undefined
}
