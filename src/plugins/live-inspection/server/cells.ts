/** A cell of a row as text; empty when it holds nothing. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** A cell of a row as a number; counts come as text from PostgreSQL. */
export const number = (value: unknown): number => Number(value ?? 0)
