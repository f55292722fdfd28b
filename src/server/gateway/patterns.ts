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

/**
 * A pattern of a path or a host: `*` and `?` stay within a part, `**` and `{*name}` pass over any number of them, `{name}` is one part. Upper and
 * lower case differ in paths only.
 */
export function wildcard(pattern: string, separator: '/' | '.'): Matches {
  const part = separator === '/' ? '[^/]' : '[^.]'
  const tokens = pattern.match(/\/\*\*$|\/?\{\*[^}]*\}$|\*\*|\*|\?|\{[^}]+\}|[\s\S]/g) ?? []
  const source = tokens.map((token) => {
    if (token === '/**' || token.includes('{*')) return separator === '/' ? '(?:/.*)?' : '.*'
    if (token === '**') return '.*'
    if (token === '*') return `${part}*`
    if (token === '?') return part
    return token.length > 1 ? `${part}+` : RE2JS.quote(token)
  })
  const compiled = RE2JS.compile(source.join(''), separator === '/' ? RE2JS.DOTALL : RE2JS.DOTALL | RE2JS.CASE_INSENSITIVE)
  return (text) => compiled.matches(text)
}
