import { timeAfter } from '../../../teaching/calendar.ts'

/** The application's zone, which keeps no summer time. */
const ZONE = '+08:00'

/** The moment of a stored time (`yyyy-MM-dd HH:mm:ss`), in milliseconds; 0 when there is none. */
export const momentOfText = (time: string): number => (time === '' ? 0 : Date.parse(`${time.replace(' ', 'T')}${ZONE}`))

/** A stored time so many seconds later. */
export const later = (time: string, seconds: number): string => timeAfter(time, seconds, 'second')

/** Whole seconds from one stored time to another; never less than none. */
export const secondsBetween = (from: string, to: string): number => Math.max(0, Math.round((momentOfText(to) - momentOfText(from)) / 1000))
