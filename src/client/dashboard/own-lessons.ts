import type { OwnItem, OwnSession } from '../../plugins/live-inspection/wire.ts'
import { lessonPhaseOf } from './places.ts'
import { NOT_SUBMITTED, SCORED } from '../../../schemas/teaching/submission-states.ts'

type ShownItem = Pick<OwnItem, 'id' | 'inspectName' | 'submitStatus'> & Partial<Pick<OwnItem, 'score' | 'comment' | 'markTime'>>
type Named = 'courseTitle' | 'experiName' | 'experiGroupId' | 'groupName'
type Placed = 'startTime' | 'endTime' | 'address' | 'seatnum' | 'groupSeatNum' | 'facilityNum'
/** A student's own session, as far as the front page shows it. */
export type OwnLesson = Pick<OwnSession, Named> & Partial<Pick<OwnSession, Placed>> & { readonly items: readonly ShownItem[] }
interface OwnResult {
  readonly lesson: OwnLesson
  readonly item: ShownItem
}

const MOST_SCORES = 5
const MOST_OPEN = 12

const results = (lessons: readonly OwnLesson[]): OwnResult[] => lessons.flatMap((lesson) => lesson.items.map((item) => ({ lesson, item })))
const phase = ({ startTime, endTime }: OwnLesson, now: number) => (startTime ? lessonPhaseOf({ startTime, endTime }, now) : undefined)

/** The lesson under way, else the first that is still to come. */
export function nextLesson(lessons: readonly OwnLesson[], now: number): OwnLesson | undefined {
  const ahead = lessons.filter((lesson) => ['now', 'before'].includes(phase(lesson, now) ?? ''))
  return ahead.toSorted((a, b) => (a.startTime ?? '').localeCompare(b.startTime ?? ''))[0]
}

/** Items that are still to be handed in, from lessons that have begun, the latest lesson first. */
export function openItems(lessons: readonly OwnLesson[], now: number): OwnResult[] {
  const begun = lessons.filter((lesson) => ['now', 'after'].includes(phase(lesson, now) ?? ''))
  return results(begun)
    .filter(({ item }) => item.submitStatus === NOT_SUBMITTED)
    .slice(0, MOST_OPEN)
}

/** The results that were marked last. */
export function lastScores(lessons: readonly OwnLesson[]): OwnResult[] {
  const marked = results(lessons).filter(({ item }) => item.submitStatus === SCORED)
  return marked.toSorted((a, b) => (b.item.markTime ?? '').localeCompare(a.item.markTime ?? '')).slice(0, MOST_SCORES)
}
