const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/**
 * A value from outside as text. Of a list its plain members count, joined by commas; an object has no text,
 * for what it would say of itself is the sender's choice.
 */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter(isPlain).join()
  return isPlain(value) ? String(value) : ''
}
