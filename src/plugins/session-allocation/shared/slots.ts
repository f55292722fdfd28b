import { timeAfter, secondsFrom } from '../../../teaching/calendar.ts'
import type { Plan } from './plan.ts'

/** 'next': each session begins when the one before it ends; the others leave at least a day or a week between beginnings. */
export type Rhythm = 'next' | 'daily' | 'weekly'

export interface SlotRequest {
  /** When the first session begins, `yyyy-MM-dd HH:mm:ss`. */
  readonly first: string
  readonly minutes: number
  readonly rhythm: Rhythm
}

/** The least number of minutes from one beginning to the next. */
const rhythms: Readonly<Record<Rhythm, number>> = { next: 0, daily: 24 * 60, weekly: 7 * 24 * 60 }

/** Give every session of a plan its time, without overlaps. */
export function fillTimes(plan: Plan, { first, minutes, rhythm }: SlotRequest): Plan {
  const step = Math.max(minutes, rhythms[rhythm])
  const sessions = plan.sessions.map((session, index) => {
    const startTime = timeAfter(first, index * step, 'minute')
    return { ...session, startTime, endTime: timeAfter(startTime, minutes, 'minute') }
  })
  return { ...plan, sessions }
}

interface Times {
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

/** Changes the beginning; the length of the session stays the same. */
export function beginAt({ startTime, endTime }: Times, begin: string | undefined): Times {
  if (!begin || !startTime || !endTime) return { startTime: begin, endTime }
  return { startTime: begin, endTime: timeAfter(begin, secondsFrom(startTime, endTime), 'second') }
}

/** Remove the times of all sessions. */
export function clearTimes(plan: Plan): Plan {
  return { ...plan, sessions: plan.sessions.map(({ startTime: _start, endTime: _end, ...session }) => session) }
}

/** What is wrong with a session's own times. */
export function timeProblem({
  startTime,
  endTime,
}: {
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}): string | undefined {
  if (Boolean(startTime) !== Boolean(endTime)) return '开始时间和结束时间需同时填写！'
  return startTime && endTime && endTime <= startTime ? '结束时间需大于开始时间' : undefined
}
