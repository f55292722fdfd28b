/** A cell of a row as text; empty when it holds nothing. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** A cell of a row as a number; counts come as text from PostgreSQL. */
export const number = (value: unknown): number => Number(value ?? 0)

/** The parts of a comma list, without blanks and repeats. */
export const parts = (value: unknown): string[] => [
  ...new Set(
    text(value)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]
