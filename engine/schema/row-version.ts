/** A field that a write changed. */
export interface ChangedField {
  readonly field: string
  readonly label: string
  readonly from: unknown
  readonly to: unknown
  /** What people read for the two values, if that differs from the values. */
  readonly fromText?: string
  readonly toText?: string
}

/** One write of a row: who did what to it, and which fields became what. */
export interface RowVersion {
  /** A note stands next to the version that it is about, so the version is not a unique key. */
  readonly id: string
  readonly version: number
  readonly at: string
  readonly userId: string
  readonly realname: string
  readonly operation: string
  readonly changes: readonly ChangedField[]
}
