import type { FoundRow } from '../../engine/schema/index.ts'

/** A lesson, or what waits in one, with all that leads to it. */
export interface Place {
  readonly semester: string | null
  readonly courseId: string
  readonly courseTitle: string
  readonly experiId: string
  readonly experiName: string
  readonly experiGroupId: string
  readonly groupName: string
}
export interface DayLesson extends Place {
  readonly startTime: string
  readonly endTime: string | null
  readonly address: string | null
  readonly people: number
  readonly haveInspect: FoundRow<'session'>['haveInspect']
}
export interface UnmarkedPlace extends Place {
  readonly count: number
  /** When the oldest of them was handed in. */
  readonly since: string | null
}
export interface WaitingRequest extends Place {
  readonly id: string
  readonly realname: string
  readonly groupSeatNum: string | null
  readonly inspectName: string | null
  readonly content: string | null
  readonly takerId: string | null
  readonly takerName: string | null
  readonly createTime: string
}
export interface TeachingDay {
  readonly today: string
  readonly lessons: readonly DayLesson[]
  readonly coming: readonly DayLesson[]
  readonly unmarked: { readonly total: number; readonly places: readonly UnmarkedPlace[] }
  readonly help: { readonly total: number; readonly requests: readonly WaitingRequest[] }
  /** Whose news changes this page. */
  readonly courseIds: readonly string[]
}
