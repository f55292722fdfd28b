/**
 * The filter forms of the fact sheet, implemented independently and without SQL, to check the query compiler against. Order of
 * detection: operator prefix, stars, list of parts, comma list, `!`, `++`, equality.
 */
export type Value = string | number | null

export type Kind = 'text' | 'number'

/** Both databases order texts by code point, unlike JavaScript. */
export function compareText(a: string, b: string): number {
  const [one, two] = [[...a], [...b]]
  for (let index = 0; index < Math.min(one.length, two.length); index++) {
    const difference = (one[index]?.codePointAt(0) ?? 0) - (two[index]?.codePointAt(0) ?? 0)
    if (difference) return difference
  }
  return one.length - two.length
}

/** Nulls come first; numbers by size, texts by code point. */
export function compareValues(a: Value, b: Value): number {
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1)
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
}

const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

function matchesWild(value: string, pattern: string): boolean {
  const [open, close] = [pattern.startsWith('*'), pattern.endsWith('*') && pattern.length > 1]
  const inner = lower(pattern.slice(open ? 1 : 0, close ? -1 : undefined))
  if (open && close) return lower(value).includes(inner)
  return open ? lower(value).endsWith(inner) : lower(value).startsWith(inner)
}

function compares(value: Value, operator: string, asked: string, kind: Kind): boolean {
  if (value === null) return false
  if (kind === 'number' && (asked.trim() === '' || !Number.isFinite(Number(asked)))) return false
  const order = compareValues(value, kind === 'number' ? Number(asked) : asked)
  const holds: Readonly<Record<string, boolean>> = {
    gt: order > 0,
    '>': order > 0,
    ge: order >= 0,
    '>=': order >= 0,
    lt: order < 0,
    '<': order < 0,
    le: order <= 0,
    '<=': order <= 0,
    eq: order === 0,
    '=': order === 0,
    ne: order !== 0,
    '!=': order !== 0,
  }
  return holds[operator] ?? false
}

/** Does a value pass a query parameter in its wire form? */
export function passesFilter(value: Value, asked: string, kind: Kind): boolean {
  const words = asked.split(' ')
  const operator = words[0] ?? ''
  if (words.length > 1 && ['gt', 'ge', 'lt', 'le', 'eq', 'ne', '>', '>=', '<', '<=', '=', '!='].includes(operator)) {
    return compares(value, operator, asked.slice(operator.length + 1), kind)
  }
  if (asked.startsWith('*') || (asked.endsWith('*') && asked !== '')) return value !== null && matchesWild(String(value), asked)
  const parts = asked.split(',').filter((part) => part !== '')
  if (asked.startsWith(',') && asked.endsWith(',') && asked.length > 2) {
    return value !== null && parts.some((part) => lower(String(value)).includes(lower(part)))
  }
  if (asked.includes(',')) return parts.some((part) => compares(value, '=', part, kind))
  if (asked === '!') return value !== null && value !== ''
  if (asked.startsWith('!')) return !compares(value, '=', asked.slice(1), kind)
  return compares(value, '=', asked.indexOf('++') > 0 ? asked.replaceAll('++', ',') : asked, kind)
}

/** Does a value lie on or inside one end of a range? */
export function passesRange(value: Value, side: 'begin' | 'end', asked: string, kind: Kind): boolean {
  return compares(value, side === 'begin' ? '>=' : '<=', asked, kind)
}
