/** What `listByUser` answers. */
export const noticesPath = '/sys/annountCement/listByUser'

const counts = new Set<() => void>()

/** Calls `count` whenever there may be other notices; answers what ends it. */
export function followNotices(count: () => void): () => void {
  counts.add(count)
  return () => void counts.delete(count)
}

/** The header counts anew, if it has counted before. */
export const readNoticesAgain = (): void => counts.forEach((count) => count())
