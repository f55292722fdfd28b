import { setTimeout as pause } from 'node:timers/promises'
import { timeText } from '../../src/server/clock.ts'
import { startJourney, type Journey } from './journey.ts'

/** No journey that begins earlier is still under way at midnight. */
const TOO_LATE = '23:56:00'

/** How long `beforeAll` may take then. */
export const UNTIL_TOMORROW = 6 * 60_000

/** A journey that ends on the day of the lesson that it finds; shortly before midnight it begins on the next day. */
export async function startSameDay(): Promise<Journey> {
  while (timeText().slice(11) >= TOO_LATE) await pause(1000)
  return startJourney()
}
