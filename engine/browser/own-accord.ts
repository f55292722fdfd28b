/** Who asks: somebody's hand, or the page on its own. */
export type AskedBy = 'hand' | 'page'

/** The headers of what is asked so: what a page asks on its own keeps no login alive. */
export const headersBy = (by: AskedBy): Readonly<Record<string, string>> | undefined =>
  by === 'page' ? { 'X-Background': 'yes' } : undefined
