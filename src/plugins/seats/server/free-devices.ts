import type { Reader } from '../../../../engine/server/index.ts'
import type { SessionNow, SeatContext } from './places.ts'

export const deviceTable = 'bh_experi_group_facility'

/** Lock the bookings of all devices, as the engine does before it checks them: devices that are free now stay free. */
export const holdDevices = ({ engine, tx }: SeatContext): Promise<void> => engine.db.lock(tx, `bookings:${deviceTable}`)

export interface Device {
  readonly id: string
  readonly facilityNum: string
}

/** Devices of the course that no session uses during this one, by number. */
export async function freeDevices(
  db: Reader,
  session: SessionNow,
  { most, without }: { readonly most: number; readonly without: readonly string[] },
): Promise<Device[]> {
  const rows = await db
    .selectFrom('bh_facility as f')
    .select(['f.id as id', 'f.facility_num as facilityNum'])
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
    .orderBy('f.facility_num_sort_key')
    .limit(most + without.length)
    .execute()
  const taken = new Set(without)
  return rows.filter(({ id }) => !taken.has(id)).slice(0, most)
}
