import { RE2JS } from 're2js'

/** Tells whether a whole text fits. */
export type Matches = (text: string) => boolean

/** An expression that a person wrote, on an engine whose time grows with the text alone; undefined if it is none. */
export function expression(text: string): Matches | undefined {
  try {
    const compiled = RE2JS.compile(text)
    return (value) => compiled.matches(value)
  } catch {
    return undefined
  }
}

/** Whether the token stands for everything below what is before it. */
const isRest = (token: string): boolean => token === '/**' || token.includes('{*')
/** Whether the token is one sign that means itself. */
const isPlain = (token: string): boolean => token.length === 1 && token !== '*' && token !== '?'

/** Most paths are plain text, with anything below it or not. Requests are held against all routes, and to compare texts takes least. */
function plainPath(tokens: readonly string[]): Matches | undefined {
  const isOpen = isRest(tokens.at(-1) ?? '')
  const signs = isOpen ? tokens.slice(0, -1) : tokens
  if (!signs.every(isPlain)) return undefined
  const begin = signs.join('')
  return (text) => text === begin || (isOpen && text.startsWith(`${begin}/`))
}

/**
 * A pattern of a path or a host: `*` and `?` stay within a part, `**` and `{*name}` pass over any number of them, `{name}` is one part. Upper and
 * lower case differ in paths only.
 */
export function wildcard(pattern: string, separator: '/' | '.'): Matches {
  const part = separator === '/' ? '[^/]' : '[^.]'
  const tokens = pattern.match(/\/\*\*$|\/?\{\*[^}]*\}$|\*\*|\*|\?|\{[^}]+\}|[\s\S]/g) ?? []
  const plain = separator === '/' ? plainPath(tokens) : undefined
  if (plain) return plain
  const source = tokens.map((token) => {
    if (isRest(token)) return separator === '/' ? '(?:/.*)?' : '.*'
    if (token === '**') return '.*'
    if (token === '*') return `${part}*`
    if (token === '?') return part
    return token.length > 1 ? `${part}+` : RE2JS.quote(token)
  })
  const compiled = RE2JS.compile(source.join(''), separator === '/' ? RE2JS.DOTALL : RE2JS.DOTALL | RE2JS.CASE_INSENSITIVE)
  return (text) => compiled.matches(text)
}
