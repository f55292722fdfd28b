import type { Expression, SqlBool } from 'kysely'
import { chunksOf, type CallContext, type Reader } from '../../../../engine/server/index.ts'
import { openKeyOf } from './help-rows.ts'
import { openHelps, shownHelp } from './my-help.ts'
import type { Result } from './rows.ts'
import type { OwnHelp, OwnItem, OwnSession } from '../wire.ts'

const MOST_SESSIONS = 200

/** The student's sessions with the seat in each: those in scope, and those of withdrawn courses in which the student has results. */
const sessionsOf = (db: Reader, visible: Expression<SqlBool>, student: string) =>
  db
    .selectFrom('bh_experi_group_stu as m')
    .innerJoin('bh_experi_group as t', 't.id', 'm.experi_group_id')
    .innerJoin('bh_course as c', 'c.course_id', 't.course_id')
    .innerJoin('bh_experi as e', 'e.id', 't.experi_id')
    .leftJoin('bh_experi_adress as a', 'a.id', 't.experi_adress_id')
    .leftJoin('bh_experi_seat as s', (join) => join.onRef('s.experi_group_id', '=', 't.id').onRef('s.stu_id', '=', 'm.stu_id'))
    .leftJoin('bh_facility as f', 'f.id', 's.facility_id')
    .select(['t.id as experiGroupId', 't.group_name as groupName', 't.start_time as startTime', 't.end_time as endTime'])
    .select([
      't.group_time as groupTime',
      't.course_id as courseId',
      'c.course_title as courseTitle',
      'c.pubshed',
      't.experi_id as experiId',
    ])
    .select(['e.experi_name as experiName', 'a.experi_adress as address', 's.seatnum', 's.group_seat_num as groupSeatNum', 's.tjh'])
    .select(['f.facility_name as facilityName', 'f.facility_num as facilityNum'])
    .where('m.stu_id', '=', student)
    .where(({ or, exists, selectFrom }) =>
      or([
        visible,
        exists(
          selectFrom('bh_inspection_result as r').select('r.id').whereRef('r.experi_group_id', '=', 't.id').where('r.stu_id', '=', student),
        ),
      ]),
    )
    .orderBy('t.start_time', 'desc')
    .orderBy('t.id', 'desc')
    .limit(MOST_SESSIONS)
    .execute()

function itemOf(row: Result, help: OwnHelp | null): { readonly session: string; readonly shown: OwnItem } {
  const {
    id,
    version,
    inspectionId,
    inspectType,
    submitStatus,
    submitTime,
    submitCount,
    filePaths,
    score,
    comment,
    bz,
    attendance,
    absentReason,
    markTime,
  } = row
  const mark = { score, comment, bz, attendance, absentReason, markTime }
  const shown = { id, version, inspectionId: inspectionId ?? '', inspectType, submitStatus, submitTime, submitCount, filePaths, ...mark }
  return { session: row.experiGroupId ?? '', shown: { ...shown, inspectName: row.inspectionId_dictText, help } }
}

/** The student's own results, each with the open request of its place. */
async function itemsOf({ engine, actor }: CallContext<unknown>, sessions: readonly string[]) {
  const items: ReturnType<typeof itemOf>[] = []
  for (const ids of chunksOf(sessions)) {
    const query = { experiGroupId: ids.join(','), stuId: actor.id, pageSize: '1000', column: 'inspectionId', order: 'asc' }
    const { records } = await engine.list({ entity: 'inspectionResult', list: 'stuList', query, actor })
    const helps = await openHelps(engine.db.read, { engine, actor }, [...new Set(records.map(openKeyOf))])
    for (const row of records) {
      const help = helps.get(openKeyOf(row))
      items.push(itemOf(row, help ? { ...shownHelp(help) } : null))
    }
  }
  return items
}

/** Everything on the students' own page: where they sit and when, what they have to submit, and what became of it. */
export async function mySessions(call: CallContext<unknown>) {
  const { engine, actor } = call
  const rows = await sessionsOf(engine.db.read, engine.visible(engine.model('session'), actor), actor.id)
  const items = Map.groupBy(
    await itemsOf(
      call,
      rows.map((row) => row.experiGroupId),
    ),
    (item) => item.session,
  )
  const result: OwnSession[] = rows.map(({ pubshed, ...row }) => ({
    ...row,
    isWithdrawn: pubshed !== 1,
    items: (items.get(row.experiGroupId) ?? []).map((item) => item.shown),
  }))
  return { result }
}
