import { momentOf } from '../../teaching/moment.ts'
import type { OwnHelp, OwnItem, OwnSession } from '../../plugins/live-inspection/wire.ts'
import { WAITING } from '../../../schemas/teaching/help-states.ts'
import { ABSENT, SCORED, submissionStates } from '../../../schemas/teaching/submission-states.ts'

/** What the page needs of an answer, and what a copy that an earlier version of it has kept may lack. */
type Kept<T, Needed extends keyof T, Known extends keyof T> = Pick<T, Needed> & { readonly [K in Known]?: T[K] | null }

export type Help = Kept<OwnHelp, 'id' | 'status' | 'createTime', 'mateName' | 'takerName' | 'ahead'>

type ItemKnown = 'submitTime' | 'submitCount' | 'filePaths' | 'score' | 'comment' | 'bz' | 'attendance' | 'absentReason'
export type Item = Kept<OwnItem, 'id' | 'inspectionId' | 'inspectName' | 'submitStatus', ItemKnown> & { readonly help?: Help | null }

type LessonNeeded = 'courseId' | 'courseTitle' | 'experiId' | 'experiName' | 'experiGroupId' | 'groupName'
type LessonTimes = 'startTime' | 'endTime' | 'groupTime' | 'address' | 'isWithdrawn'
type LessonSeat = 'tjh' | 'facilityName' | 'facilityNum'
export type Lesson = Kept<OwnSession, LessonNeeded, LessonTimes | LessonSeat> & {
  readonly [K in 'seatnum' | 'groupSeatNum']?: number | string | null
} & { readonly items: readonly Item[] }

/** Does the request still wait for somebody? */
export const isWaiting = (help: Help | null | undefined): help is Help => help?.status === WAITING

export const isAbsent = (item: Item): boolean => item.attendance === ABSENT

/** An item with a score is done, unless the student was absent and may make it up. */
export const isShut = (item: Item): boolean => item.submitStatus === SCORED && !isAbsent(item)

export const pathsOf = (item: Item): string[] => (item.filePaths ?? '').split(',').filter(Boolean)

export const stateTitles: Readonly<Record<number, string>> = submissionStates

/** The item with this id, and the session that it belongs to. */
export function findItem(lessons: readonly Lesson[], id: string): { lesson: Lesson; item: Item } | undefined {
  for (const lesson of lessons) {
    const item = lesson.items.find((each) => each.id === id)
    if (item) return { lesson, item }
  }
  return undefined
}

export type Phase = 'now' | 'later' | 'over'

/** A session counts as the present one from half an hour before it begins. */
const EARLY = 30 * 60_000

export function phaseOf({ startTime, endTime }: Lesson, now: number): Phase {
  if (!startTime) return 'later'
  if (now < momentOf(startTime) - EARLY) return 'later'
  return endTime && now > momentOf(endTime) ? 'over' : 'now'
}

/** The present session first, then the next ones in order, then those that are over, newest first. */
export function inOrder(lessons: readonly Lesson[], now: number): Record<Phase, readonly Lesson[]> {
  const of = (phase: Phase) => lessons.filter((lesson) => phaseOf(lesson, now) === phase)
  const start = ({ startTime }: Lesson) => startTime ?? '9999'
  const rising = (a: Lesson, b: Lesson) => start(a).localeCompare(start(b))
  return { now: of('now').sort(rising), later: of('later').sort(rising), over: of('over').sort((a, b) => rising(b, a)) }
}

/** 11月21日 周六 08:00–10:00 */
export function whenOf({ startTime, endTime }: Lesson): string {
  if (!startTime) return '时间待定'
  const [date = '', from = ''] = startTime.split(' ')
  const [, month = '', day = ''] = date.split('-')
  const weekday = '日一二三四五六'[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
  const until = endTime?.split(' ')[1]?.slice(0, 5)
  return `${Number(month)}月${Number(day)}日 周${weekday} ${from.slice(0, 5)}${until ? `–${until}` : ''}`
}
