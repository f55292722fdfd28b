import { timeAfter } from '../../../teaching/calendar.ts'

/** The application's time zone, which has no daylight saving time. */
const ZONE = '+08:00'

/** The moment of a stored time (`yyyy-MM-dd HH:mm:ss`), in milliseconds; 0 if there is none. */
export const momentOfText = (time: string): number => (time === '' ? 0 : Date.parse(`${time.replace(' ', 'T')}${ZONE}`))

/** The stored time this many seconds later. */
export const later = (time: string, seconds: number): string => timeAfter(time, seconds, 'second')

/** Whole seconds from one stored time to another; never negative. */
export const secondsBetween = (from: string, to: string): number => Math.max(0, Math.round((momentOfText(to) - momentOfText(from)) / 1000))
