import { lessonPhaseOf } from './places.ts'

/** An inspection item of a student's own session, as `mySessions` answers it. */
interface OwnItem {
  readonly id: string
  readonly inspectName: string
  /** 0 not submitted, 1 submitted, 2 scored. */
  readonly submitStatus: number
  readonly score?: number | null
  readonly comment?: string | null
  readonly markTime?: string | null
}
export interface OwnLesson {
  readonly courseTitle: string
  readonly experiName: string
  readonly experiGroupId: string
  readonly groupName: string
  readonly startTime?: string | null
  readonly endTime?: string | null
  readonly address?: string | null
  readonly seatnum?: number | null
  readonly groupSeatNum?: string | null
  readonly facilityNum?: string | null
  readonly items: readonly OwnItem[]
}
interface OwnResult {
  readonly lesson: OwnLesson
  readonly item: OwnItem
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
    .filter(({ item }) => item.submitStatus === 0)
    .slice(0, MOST_OPEN)
}

/** The results that were marked last. */
export function lastScores(lessons: readonly OwnLesson[]): OwnResult[] {
  const marked = results(lessons).filter(({ item }) => item.submitStatus === 2)
  return marked.toSorted((a, b) => (b.item.markTime ?? '').localeCompare(a.item.markTime ?? '')).slice(0, MOST_SCORES)
}
