import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/** Stored days and times have no zone. They are counted as if in UTC, where no day is shorter than another. */
const TIME = 'YYYY-MM-DD HH:mm:ss'

/** So many days after a day; before it, if the number is negative. */
export const dayAfter = (day: string, days: number): string => dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD')

/** So long after a time. */
export const timeAfter = (time: string, amount: number, unit: 'second' | 'minute'): string => dayjs.utc(time).add(amount, unit).format(TIME)

/** Whole seconds from one time to another. */
export const secondsFrom = (time: string, other: string): number => dayjs.utc(other).diff(dayjs.utc(time), 'second')
