import { chunksOf, type Change, type Tx } from '../../../engine/server/index.ts'
import { text } from '../../cells.ts'

/** What members, devices and seats of a session take from it. */
export interface SessionCopy {
  readonly courseId: string
  readonly experiId: string
  readonly startTime: string | null
  readonly endTime: string | null
  readonly seatNum: number
  readonly facilityNum: number
  readonly facilityStuNum: number
}

/** The sessions that rows on their way to the database belong to. */
export async function sessionsOf(tx: Tx, changes: readonly Change[]): Promise<ReadonlyMap<string, SessionCopy>> {
  const ids = [...new Set(changes.map(({ after }) => text(after?.experiGroupId)))]
  const found = new Map<string, SessionCopy>()
  for (const chunk of chunksOf(ids)) {
    const rows = await tx.selectFrom('bh_experi_group').selectAll().where('id', 'in', chunk).execute()
    for (const row of rows) {
      found.set(text(row.id), {
        courseId: text(row.course_id),
        experiId: text(row.experi_id),
        startTime: text(row.start_time) || null,
        endTime: text(row.end_time) || null,
        seatNum: Number(row.seat_num),
        facilityNum: Number(row.facility_num),
        facilityStuNum: Number(row.facility_stu_num),
      })
    }
  }
  return found
}
