import { LRUCache } from 'lru-cache'
import type { Reader } from '../../../engine/server/index.ts'
import { dayAfter } from '../../teaching/calendar.ts'
import { dayText } from '../clock.ts'

/** Runs of one day, by their outcome. */
type DayRuns = ReadonlyMap<string, number>

const MOST_DAYS = 14
/** How long the count of a day is kept on which runs may still begin or end, in milliseconds. */
const KEPT = 2_000

/**
 * Counts the runs of jobs by day. A job of every second has half a million of them in a week: a day that is over is counted once, today at
 * most once in two seconds.
 */
export function jobDays(db: Reader): (day: string) => Promise<DayRuns> {
  const known = new LRUCache<string, Promise<DayRuns>>({ max: MOST_DAYS })
  const count = async (day: string): Promise<DayRuns> => {
    const rows = await db
      .selectFrom('sys_job_run')
      .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
      .where('begin_time', '>=', day)
      .where('begin_time', '<', dayAfter(day, 1))
      .groupBy('outcome')
      .execute()
    const runs = new Map(rows.map((row) => [row.outcome, Number(row.count)]))
    const isOver = day < dayText() && !runs.has('running')
    const counted = known.get(day)
    if (counted && !isOver) known.set(day, counted, { ttl: KEPT })
    return runs
  }
  return (day) => {
    const kept = known.get(day)
    if (kept) return kept
    const counting = count(day)
    known.set(day, counting)
    counting.catch(() => known.delete(day))
    return counting
  }
}
