import type { Place } from '../../dashboard/teaching-day.ts'
import { momentOf } from '../../teaching/moment.ts'

const MINUTE = 60_000

/** The address at which a list shows one session. */
export function sessionAddress(path: string, { semester, courseId, experiId, experiGroupId }: Place): string {
  const search = new URLSearchParams({ ...(semester === null ? {} : { semester }), courseId, experiId, experiGroupId })
  return `${path}?${search}`
}

/** `08:00–10:00`. */
export const hoursOf = (startTime: string, endTime: string | null | undefined): string =>
  [startTime, endTime ?? '']
    .map((time) => time.slice(11, 16))
    .filter(Boolean)
    .join('–')

const weekdays = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六']

/** `11月23日 星期一`. */
export function dayOf(time: string): string {
  const [year = 0, month = 0, day = 0] = time.slice(0, 10).split('-').map(Number)
  return `${month}月${day}日 ${weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? ''}`
}

export type LessonPhase = 'before' | 'now' | 'after'

/** Whether a lesson is still to come, under way or over. */
export function lessonPhaseOf(
  { startTime, endTime }: { readonly startTime: string; readonly endTime?: string | null },
  now: number,
): LessonPhase {
  if (now < momentOf(startTime)) return 'before'
  return endTime && now > momentOf(endTime) ? 'after' : 'now'
}

/** `刚刚`, `3 分钟`, `2 小时`, `4 天`: how long something has waited. */
export function waitedSince(time: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - momentOf(time)) / MINUTE))
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes} 分钟`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} 小时` : `${Math.floor(minutes / 24 / 60)} 天`
}
