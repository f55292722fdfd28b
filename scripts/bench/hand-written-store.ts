export interface Equipment {
  readonly courseId: string
  readonly facilityNum: string
  readonly facilityName: string
  readonly property1?: string
  readonly property2?: string
  readonly property?: string
}

export interface HandWrittenRow {
  readonly id: string
  readonly row: Equipment
  readonly by: { readonly id: string; readonly username: string }
  readonly at: string
  readonly requestId: string
}

/** Another value for a stored row. */
export interface HandWrittenEdit extends Omit<HandWrittenRow, 'row'> {
  readonly property1: string
}

/** The row as it was, for its audit and its answer. */
export interface OldEquipment {
  readonly property1: string | null
  readonly version: number
}

/** What a row shows of its course. */
export type CourseLabels = Readonly<Record<string, unknown>>

/** The statements that the calls need. */
export interface Store {
  session(tokenHash: string): Promise<{ id: string; username: string; expires: number } | undefined>
  /** Of one course, or of all together. */
  list(courseId: string | undefined, limit: number, offset: number): Promise<unknown[]>
  count(courseId: string | undefined): Promise<number>
  get(id: string): Promise<unknown>
  course(id: string): Promise<CourseLabels | undefined>
  /** The row and its audit row in one transaction; answers the row as it is shown. */
  insert(row: HandWrittenRow, course: CourseLabels): Promise<unknown>
  /** The same for a row that is read first; undefined if it is not there or was changed meanwhile. */
  update(edit: HandWrittenEdit): Promise<unknown>
}
