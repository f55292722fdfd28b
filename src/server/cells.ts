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

/** Cut into runs of at most `size`; databases limit the parameters of one statement. */
export function runs<T>(list: readonly T[], size = 500): T[][] {
  const answer: T[][] = []
  for (let start = 0; start < list.length; start += size) answer.push(list.slice(start, start + size))
  return answer
}
