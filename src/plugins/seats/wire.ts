/** What initialising the seats of a session will do, or what stands in its way. */
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
    /** Empty where nobody will sit. */
    readonly studyNumber: string
    readonly realname: string
    readonly className: string
  }[]
}
