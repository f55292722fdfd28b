const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/**
 * An external value as text. The plain members of a list are joined by commas; an object has no text, because the sender would decide
 * what it says.
 */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter(isPlain).join()
  return isPlain(value) ? String(value) : ''
}
