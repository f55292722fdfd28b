import { NotFound, type CallContext, type CallParams } from '../../../../engine/server/index.ts'
import { YES } from '../../../../schemas/teaching/yes-no.ts'
import { initSeatFacility } from './init-seats.ts'
import { ownPlaces, ownSeatRow } from './places.ts'

/** The session that a call names, by either of its two parameters. */
async function namedSession(call: CallContext<CallParams<'session', 'groupSeatList'>>): Promise<string> {
  const { params } = call
  const id = params.experiGroupId || (params.id ?? '')
  if (params.id && params.id !== id) throw new NotFound()
  await ownSeatRow(call, 'session', id)
  return id
}

/** The seats of a session with their students and devices, by number. */
async function groupSeatList(call: CallContext<CallParams<'session', 'groupSeatList'>>) {
  const id = await namedSession(call)
  const rows = await call.engine.db.read
    .selectFrom('bh_experi_seat as s')
    .innerJoin('bh_experi_group as g', 'g.id', 's.experi_group_id')
    .leftJoin('sys_user as u', 'u.id', 's.stu_id')
    .leftJoin('bh_facility as f', 'f.id', 's.facility_id')
    .leftJoin('bh_experi_group_stu as m', (join) =>
      join.onRef('m.experi_group_id', '=', 's.experi_group_id').onRef('m.stu_id', '=', 's.stu_id'),
    )
    .leftJoin('bh_class as c', 'c.id', 'm.class_id')
    .select(['s.id as id', 's.id as experiSeatId', 's.seatnum as seatnum', 's.group_seat_num as groupSeatNum'])
    .select(['s.small_group as smallGroup', 's.tjh as tjh', 's.absent as absent', 's.version as version'])
    .select(['s.facility_id as facilityId', 'f.facility_name as facilityName', 'f.facility_num as facilityNum'])
    .select(['s.stu_id as stuId', 'u.study_number as studyNumber', 'u.realname as realname', 'c.class_name as className'])
    .select('g.have_inspect as haveInspect')
    .where('s.experi_group_id', '=', id)
    .orderBy('s.seatnum')
    .execute()
  return { result: rows }
}

/** Whether results exist: of a session if one is named, otherwise of the experiment. */
async function haveInspectionResult(call: CallContext<CallParams<'session', 'haveInspectionResult'>>) {
  const { params } = call
  const session = params.experiGroupId || params.id
  const places = await ownPlaces({ ...call, params: { ...params, experiGroupId: session } })
  if (places.experiGroupId) return { result: places.experiGroupId.haveInspect === YES }
  if (!places.experiId) throw new NotFound()
  return { result: places.experiId.haveInspectionResult === 1 }
}

export const seatSessionCalls = { initSeatFacility, groupSeatList, haveInspectionResult }
