import { text } from '../../../cells.ts'
import type { SessionNow, Work } from './places.ts'

export const deviceTable = 'bh_experi_group_facility'

/** Hold the bookings of all devices, as the engine does before it checks them: what is free now stays free. */
export const holdDevices = ({ engine, tx }: Work): Promise<void> => engine.db.lock(tx, `bookings:${deviceTable}`)

/** Devices of the course that no session uses while this one lasts, by number. */
export async function freeDevices({ tx }: Work, session: SessionNow, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('bh_facility as f')
    .select('f.id')
    .where('f.course_id', '=', session.courseId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(`${deviceTable} as d`)
            .select('d.id')
            .whereRef('d.facility_id', '=', 'f.id')
            .where((eb) =>
              eb.or([
                eb('d.experi_group_id', '=', session.id),
                eb.and([eb('d.start_time', '<', session.endTime), eb('d.end_time', '>', session.startTime)]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('f.facility_num')
    .limit(most)
    .execute()
  return rows.map((row) => text(row.id))
}
