/** Stored times are Beijing time, which has no summer time. */
const ZONE = '+08:00'
const AHEAD = 8 * 3_600_000

/** A stored time (`yyyy-MM-dd HH:mm:ss`) as a moment, in milliseconds; NaN if there is none. */
export const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}${ZONE}`)

/** A moment as a stored time. */
export const timeOf = (moment: number): string => new Date(moment + AHEAD).toISOString().slice(0, 19).replace('T', ' ')
