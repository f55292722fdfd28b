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
