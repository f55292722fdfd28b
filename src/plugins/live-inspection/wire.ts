/** What the result service answers, as far as the workbench reads it. */

export interface Holder {
  readonly id: string
  readonly name: string
}

/** Where a result belongs; what the filters narrow. */
export interface Placed {
  readonly id: string
  readonly version: number
  readonly semester?: string | null
  readonly semester_dictText?: string | null
  readonly courseId: string
  readonly courseId_dictText?: string | null
  readonly experiId: string
  readonly experiId_dictText?: string | null
  readonly experiGroupId: string
  readonly experiGroupId_dictText?: string | null
  readonly inspectionId: string
  readonly inspectionId_dictText?: string | null
  readonly facilityId?: string | null
  readonly facilityId_dictText?: string | null
  readonly stuId: string
  readonly realname?: string | null
  readonly studyNumber?: string | null
  readonly smallGroup?: number | string | null
  readonly groupSeatNum?: string | null
  readonly tjh?: string | null
}

/** The kit that a student has in a session. */
export interface Kit {
  readonly experiGroupId: string
  readonly stuId: string
  readonly tjh: string
}

/** A row of `submitList` and `submitHistoryList`. */
export interface ResultRow extends Placed {
  readonly inspectType?: string | null
  readonly inspectType_dictText?: string | null
  readonly score: number | null
  readonly comment: string | null
  readonly inspectionCommentId: string | null
  readonly bz: string | null
  readonly filePaths: string | null
  readonly submitStatus: number
  readonly submitTime: string | null
  readonly submitCount: number
  /** 1 absent, 2 scored at the bench without photos, 3 made up later. */
  readonly attendance?: number | null
  readonly attendance_dictText?: string | null
  readonly absentReason?: string | null
  readonly markerId?: string | null
  readonly markerId_dictText?: string | null
  readonly markTime?: string | null
  readonly helpNum?: number | null
}

/** A row of `helpList`: an open request. */
export interface HelpRow extends Placed {
  readonly inspectionResultId: string
  readonly content: string | null
  readonly status: number
  readonly createTime: string
  readonly takerId: string | null
  readonly takerId_dictText?: string | null
  readonly takenUntil: string | null
  readonly solverId?: string | null
  readonly solverId_dictText?: string | null
}

/** Who is marking a result now, and until when unless he goes on (milliseconds of the server's clock). */
export interface Claim {
  readonly id: string
  readonly holder: Holder
  readonly until: number
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

/** Both sides of a mark that two people wrote. */
export interface Clash {
  readonly field: string
  readonly yours: unknown
  readonly theirs: unknown
  readonly base: unknown
}

export interface ClashDetails {
  readonly id: string
  readonly version: number
  readonly clashes: readonly Clash[]
  readonly who: string | null
  /** The name that people know him by. */
  readonly whoName?: string
  readonly when: string | null
}

export const photosOf = (row: { readonly filePaths: string | null }): string[] => row.filePaths?.split(',').filter(Boolean) ?? []
