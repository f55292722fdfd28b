/** What a request or a form sent, as text; empty when it is neither text nor a number. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** The parts of a comma list, without blanks and repeats. */
export const parts = (value: unknown): string[] => [
  ...new Set(
    asText(value)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]
