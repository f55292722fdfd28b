import type { Plan } from './plan.ts'

/** 'next': each session begins when the one before it ends; the others leave a day or a week between beginnings. */
export type Rhythm = 'next' | 'daily' | 'weekly'

export interface SlotRequest {
  /** When the first session begins, `yyyy-MM-dd HH:mm:ss`. */
  readonly first: string
  readonly minutes: number
  readonly rhythm: Rhythm
}

const MINUTE = 60_000
const days = { daily: 1, weekly: 7 }

/** Counted as if in UTC: the texts carry no zone, and none of their days is shorter than another. */
const toMoment = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)
const toText = (moment: number): string => new Date(moment).toISOString().slice(0, 19).replace('T', ' ')

/** Give every session of a plan its time; no two of them overlap. */
export function fillTimes(plan: Plan, { first, minutes, rhythm }: SlotRequest): Plan {
  const begin = toMoment(first)
  const length = minutes * MINUTE
  const step = rhythm === 'next' ? length : Math.max(length, days[rhythm] * 24 * 60 * MINUTE)
  const sessions = plan.sessions.map((session, at) => {
    const start = begin + at * step
    return { ...session, startTime: toText(start), endTime: toText(start + length) }
  })
  return { ...plan, sessions }
}

interface Times {
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

/** Another beginning; the session stays as long as it was. */
export function beginAt({ startTime, endTime }: Times, begin: string | undefined): Times {
  if (!begin || !startTime || !endTime) return { startTime: begin, endTime }
  return { startTime: begin, endTime: toText(toMoment(begin) + toMoment(endTime) - toMoment(startTime)) }
}

/** Take every session's time away. */
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
