import type { FoundRow } from '../../../engine/schema/index.ts'

/** The answers of the result service, as far as the workbench reads them. */

export interface Holder {
  readonly id: string
  readonly name: string
}

/** Where a row belongs: ids that every row of the workbench has, although their fields may be empty. */
type PlaceKey = 'courseId' | 'experiId' | 'experiGroupId' | 'inspectionId' | 'stuId'
type PlaceIds = { readonly [K in PlaceKey]: NonNullable<FoundRow<'inspectionResult'>[K]> }
type Shown =
  | 'semester'
  | 'semester_dictText'
  | 'courseId_dictText'
  | 'experiId_dictText'
  | 'experiGroupId_dictText'
  | 'inspectionId_dictText'
  | 'facilityId'
  | 'facilityId_dictText'
  | 'realname'
  | 'studyNumber'
  | 'smallGroup'
  | 'groupSeatNum'
  | 'tjh'

/** The part of a row that the filters test. */
export type Placed = PlaceIds & Pick<FoundRow<'inspectionResult'>, 'id' | 'version'> & Partial<Pick<FoundRow<'inspectionResult'>, Shown>>

/** The kit that a student has in a session. */
export interface Kit {
  readonly experiGroupId: string
  readonly stuId: string
  readonly tjh: string
}

type Mark = 'score' | 'comment' | 'inspectionCommentId' | 'bz' | 'filePaths' | 'submitStatus' | 'submitTime' | 'submitCount'
type MarkShown =
  | 'inspectType'
  | 'inspectType_dictText'
  | 'attendance'
  | 'attendance_dictText'
  | 'absentReason'
  | 'markerId'
  | 'markerId_dictText'
  | 'markTime'
  | 'helpNum'

/** A row of `submitList` and `submitHistoryList`. */
export type ResultRow = Placed & Pick<FoundRow<'inspectionResult'>, Mark> & Partial<Pick<FoundRow<'inspectionResult'>, MarkShown>>

/** A row of `helpList`: an open request. */
export type HelpRow = PlaceIds &
  Pick<FoundRow<'helpRequest'>, 'id' | 'version' | 'content' | 'status' | 'createTime' | 'takerId' | 'takenUntil'> &
  Partial<Pick<FoundRow<'helpRequest'>, Shown | 'takerId_dictText' | 'solverId' | 'solverId_dictText'>> & {
    readonly inspectionResultId: string
  }

/** Who is marking a result now, and until when unless they continue (milliseconds by the server's clock). */
export interface Claim {
  readonly id: string
  readonly holder: Holder
  readonly until: number
}

/** The end of a claim: nobody holds the result. */
export interface EndedClaim extends Pick<Claim, 'id'> {
  readonly holder: null
  readonly until: 0
}

declare module '../../../engine/registry.ts' {
  interface AppAnnouncements {
    /** Who holds a result now, or that nobody does. */
    claim: { readonly topic: `course:${string}`; readonly body: Claim | EndedClaim }
    /** A kit number was written. */
    kit: { readonly topic: `course:${string}`; readonly body: Kit }
    /** The request of a bench mate changed. */
    mateHelp: { readonly topic: `user:${string}`; readonly body: { readonly id: string } }
  }
}

export interface MarkerProgress {
  readonly id: string
  readonly name: string
  readonly scored: number
  readonly medianSeconds: number | null
}

export interface Progress {
  readonly total: number
  readonly submitted: number
  readonly scored: number
  readonly absent: number
  readonly waitingHelp: number
  readonly byMarker: readonly MarkerProgress[]
}

/** Both sides of a field that two people marked. */
export interface MarkClash {
  readonly field: string
  readonly yours: unknown
  readonly theirs: unknown
  readonly base: unknown
}

export interface ClashDetails {
  readonly id: string
  readonly version: number
  readonly clashes: readonly MarkClash[]
  readonly who: string | null
  /** The colleague's name for display. */
  readonly whoName?: string
  readonly when: string | null
}

/** What is null where a row has no other one beside it. */
type Missing<T> = { readonly [K in keyof T]: T[K] | null }

/** A seat of a session: the part of a row of `groupSeatList` that is shown here. */
export type BenchSeat = Pick<FoundRow<'seat'>, 'id' | 'groupSeatNum' | 'smallGroup' | 'stuId' | 'realname' | 'studyNumber'> &
  Missing<Pick<FoundRow<'equipment'>, 'facilityName' | 'facilityNum'>>

/** The kinds of marks that can be written on many results at once. */
export type MarkKind = 'score' | 'absent' | 'absentScore' | 'present'

/** Whose results to mark. */
export interface MarkPlace {
  readonly courseId: string
  readonly experiGroupId: string
  readonly inspectionId?: string | undefined
  readonly smallGroup?: string | undefined
  readonly stuId?: string | undefined
}

/** The values to write. */
export interface Marks {
  readonly mark: MarkKind
  readonly score?: string
  readonly comment?: string
  readonly bz?: string
  readonly absentReason?: string
}

type PlannedRow = Pick<
  FoundRow<'inspectionResult'>,
  'id' | 'version' | 'realname' | 'groupSeatNum' | 'inspectionId_dictText' | 'submitStatus' | 'score'
>

export type SkippedRow = PlannedRow & { readonly why: string }

/** What marking would write, and which students it would skip. */
export interface MarkPlan {
  /** As many of the `rowTotal` as can be written at once. */
  readonly rows: readonly PlannedRow[]
  readonly rowTotal: number
  /** The first of `skippedTotal`. */
  readonly skipped: readonly SkippedRow[]
  readonly skippedTotal: number
}

export interface Seen {
  readonly id: string
  readonly version: number
}

/** An open request as the students of its place see it: who is coming, and how many wait ahead. */
export interface OwnHelp extends Pick<FoundRow<'helpRequest'>, 'id' | 'status' | 'createTime'> {
  /** Who asked, if it was a bench mate. */
  readonly mateName?: string | null
  readonly takerName?: string | null
  /** How many earlier requests are still waiting. */
  readonly ahead: number
}

type OwnMark = 'score' | 'comment' | 'bz' | 'attendance' | 'absentReason' | 'markTime'
type OwnSubmission = 'submitStatus' | 'submitTime' | 'submitCount' | 'filePaths'

/** One inspection item of a student's own session, with its result, whose id it has. */
export interface OwnItem extends Pick<FoundRow<'inspectionResult'>, 'id' | 'version' | 'inspectType' | OwnSubmission | OwnMark> {
  readonly inspectionId: string
  readonly inspectName: string
  readonly help: OwnHelp | null
}

type OwnTimes = 'groupName' | 'startTime' | 'endTime' | 'groupTime' | 'courseId' | 'experiId'
type OwnSeat = Pick<FoundRow<'seat'>, 'seatnum' | 'groupSeatNum' | 'tjh'> & Pick<FoundRow<'equipment'>, 'facilityName' | 'facilityNum'>

/** A session that the student sits in, as `mySessions` answers it: where, when, with what, and its items. */
export interface OwnSession extends Pick<FoundRow<'session'>, OwnTimes>, Missing<OwnSeat> {
  readonly experiGroupId: string
  readonly courseTitle: string
  readonly experiName: string
  readonly address: string | null
  /** The course is no longer published: its sessions can only be looked at. */
  readonly isWithdrawn: boolean
  readonly items: readonly OwnItem[]
}

export const photosOf = (row: { readonly filePaths: string | null }): string[] => row.filePaths?.split(',').filter(Boolean) ?? []
