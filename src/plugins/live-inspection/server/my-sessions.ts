import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { chunksOf, type CallContext } from '../../../../engine/server/index.ts'
import { openKeyOf } from './help-rows.ts'
import { openHelps, shownHelp } from './my-help.ts'
import type { Result } from './rows.ts'
import type { OwnHelp, OwnItem, OwnSession } from '../wire.ts'

/** As it is read: without its items, and with a number instead of a flag. */
interface SessionRow extends Omit<OwnSession, 'items' | 'isWithdrawn'> {
  readonly isWithdrawn: 0 | 1
}

/** The student's sessions with the seat in each: those in scope, and those of withdrawn courses in which the student has results. */
function sessionsSql(visible: RawBuilder<SqlBool>, student: string): RawBuilder<SessionRow> {
  return sql<SessionRow>`select t.id as "experiGroupId", t.group_name as "groupName", t.start_time as "startTime", t.end_time as "endTime",
      t.group_time as "groupTime", t.course_id as "courseId", c.course_title as "courseTitle", t.experi_id as "experiId",
      e.experi_name as "experiName", a.experi_adress as address, s.seatnum as seatnum, s.group_seat_num as "groupSeatNum", s.tjh as tjh,
      f.facility_name as "facilityName", f.facility_num as "facilityNum", case when c.pubshed = 1 then 0 else 1 end as "isWithdrawn"
    from bh_experi_group_stu as m
    inner join bh_experi_group as t on t.id = m.experi_group_id
    inner join bh_course as c on c.course_id = t.course_id
    inner join bh_experi as e on e.id = t.experi_id
    left join bh_experi_adress as a on a.id = t.experi_adress_id
    left join bh_experi_seat as s on s.experi_group_id = t.id and s.stu_id = m.stu_id
    left join bh_facility as f on f.id = s.facility_id
    where m.stu_id = ${student} and (${visible} or exists (
      select 1 from bh_inspection_result as r where r.experi_group_id = t.id and r.stu_id = ${student})) order by t.start_time desc, t.id desc limit 200`
}

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
  const visible = sql<SqlBool>`${engine.visible(engine.model('session'), actor)}`
  const { rows } = await sessionsSql(visible, actor.id).execute(engine.db.read)
  const items = Map.groupBy(
    await itemsOf(
      call,
      rows.map((row) => row.experiGroupId),
    ),
    (item) => item.session,
  )
  const result: OwnSession[] = rows.map((row) => ({
    ...row,
    isWithdrawn: row.isWithdrawn === 1,
    items: (items.get(row.experiGroupId) ?? []).map((item) => item.shown),
  }))
  return { result }
}
