import { timeAfter } from '../../../teaching/calendar.ts'
import { momentOf } from '../../../teaching/moment.ts'

/** The stored time this many seconds later. */
export const later = (time: string, seconds: number): string => timeAfter(time, seconds, 'second')

/** Whole seconds from one stored time to another; never negative. */
export const secondsBetween = (from: string, to: string): number => Math.max(0, Math.round((momentOf(to) - momentOf(from)) / 1000)) || 0
