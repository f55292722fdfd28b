/** A row of `groupSeatList`: a seat with its student and its device. */
export interface SeatRow {
  readonly id: string
  readonly seatnum: number
  readonly groupSeatNum: string
  readonly smallGroup: number | null
  readonly tjh: string | null
  readonly absent: number
  readonly facilityId: string | null
  readonly facilityName: string | null
  readonly facilityNum: string | null
  readonly stuId: string | null
  readonly studyNumber: string | null
  readonly realname: string | null
  readonly className: string | null
  readonly haveInspect: string
}

/** What initialising the seats of a session will make, or why it cannot. */
export interface SessionPreview {
  readonly id: string
  readonly groupName: string
  readonly startTime: string
  readonly endTime: string
  readonly problem?: string
  /** Numbers of its devices, by small group. */
  readonly devices: readonly string[]
  readonly students: number
  readonly places: readonly {
    readonly seatnum: number
    readonly groupSeatNum: string
    readonly facilityNum: string
    /** Empty if nobody will sit there. */
    readonly studyNumber: string
    readonly realname: string
    readonly className: string
  }[]
}
