import { Cron } from 'croner'
import { readCronWith } from './reader.ts'

/** Times are those of the application, wherever the server or the browser runs. */
export const cronZone = 'Asia/Shanghai'

function parse(text: string): Cron | undefined {
  try {
    return new Cron(text, { mode: '6-or-7-parts', alternativeWeekdays: true, sloppyRanges: true, paused: true, timezone: cronZone })
  } catch {
    return undefined
  }
}

/** The next times after a moment, as many as asked for or as there are; none for a text that cannot be read. */
export const nextTimes = (text: string, count: number, after: Date): readonly Date[] => parse(text)?.nextRuns(count, after) ?? []

readCronWith((text) => parse(text) !== undefined)
