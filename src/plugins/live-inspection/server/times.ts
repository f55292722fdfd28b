/** The application's zone, which keeps no summer time. */
const ZONE = '+08:00'
const OFFSET = 8 * 3_600_000

/** The moment of a stored time (`yyyy-MM-dd HH:mm:ss`), in milliseconds; 0 when there is none. */
export const momentOf = (time: string): number => (time === '' ? 0 : Date.parse(`${time.replace(' ', 'T')}${ZONE}`))

/** A stored time so many seconds later. */
export const later = (time: string, seconds: number): string =>
  new Date(momentOf(time) + seconds * 1000 + OFFSET).toISOString().slice(0, 19).replace('T', ' ')

/** Whole seconds from one stored time to another; never less than none. */
export const secondsBetween = (from: string, to: string): number => Math.max(0, Math.round((momentOf(to) - momentOf(from)) / 1000))
