import { chunksOf, type StoredRow, type Tx } from '../../../engine/server/index.ts'

/** What members, devices and seats copy from their session. */
export type SessionCopy = Pick<
  StoredRow<'session'>,
  'courseId' | 'experiId' | 'startTime' | 'endTime' | 'seatNum' | 'facilityNum' | 'facilityStuNum'
>

interface OfSession {
  readonly after: { readonly experiGroupId: string } | null
}

/** The sessions of the rows being written. */
export async function sessionsOf(tx: Tx, changes: readonly OfSession[]): Promise<ReadonlyMap<string, SessionCopy>> {
  const ids = [...new Set(changes.map(({ after }) => after?.experiGroupId ?? ''))]
  const found = new Map<string, SessionCopy>()
  for (const chunk of chunksOf(ids)) {
    const rows = await tx.selectFrom('bh_experi_group').selectAll().where('id', 'in', chunk).execute()
    for (const row of rows) {
      found.set(row.id, {
        courseId: row.course_id,
        experiId: row.experi_id,
        startTime: row.start_time,
        endTime: row.end_time,
        seatNum: row.seat_num,
        facilityNum: row.facility_num,
        facilityStuNum: row.facility_stu_num,
      })
    }
  }
  return found
}
