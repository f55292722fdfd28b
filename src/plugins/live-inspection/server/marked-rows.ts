import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { chunksOf, valueSql, type Actor, type Engine, type FoundRow, type Reader } from '../../../../engine/server/index.ts'

/** A result with its student, its content, and the colleague who is marking it now. */
export type MarkedRow = Pick<
  FoundRow<'inspectionResult'>,
  | 'id'
  | 'version'
  | 'courseId'
  | 'stuId'
  | 'realname'
  | 'studyNumber'
  | 'groupSeatNum'
  | 'inspectionId_dictText'
  | 'submitStatus'
  | 'submitCount'
  | 'attendance'
  | 'absentReason'
  | 'score'
  | 'comment'
  | 'bz'
> & { readonly holder: string | null }

/** Results with their students, their content, and the colleagues who are marking them now; in the order of the seats. */
export async function markedRows(
  { engine, db, actor }: { readonly engine: Engine; readonly db: Reader; readonly actor: Actor },
  where: readonly RawBuilder<SqlBool>[],
): Promise<MarkedRow[]> {
  const score = valueSql(engine, 'inspectionResult', 'score', sql.ref('t.score'))
  const { rows } = await sql<MarkedRow>`select t.id as id, t.version as version, t.course_id as "courseId", t.stu_id as "stuId",
      u.realname as realname, u.study_number as "studyNumber", s.group_seat_num as "groupSeatNum",
      i.inspect_name as "inspectionId_dictText", t.submit_status as "submitStatus", t.submit_count as "submitCount",
      t.attendance as attendance, t.absent_reason as "absentReason", ${score} as score, t.comment as comment, t.bz as bz, c.name as holder
    from bh_inspection_result as t
    left join sys_user as u on u.id = t.stu_id
    left join bh_experi_seat as s on s.id = t.seat_id
    left join bh_inspection as i on i.id = t.inspection_id
    left join live_claim as c on c.result_id = t.id and c.until > ${Date.now()} and c.user_id <> ${actor.id}
    where ${sql.join([...where], sql` and `)} order by s.seatnum, t.stu_id, t.inspection_id, t.id`.execute(db)
  return rows
}

/** Results by id as a marker sees them, if the actor may see them. */
export async function markedRowsById(
  {
    engine,
    tx,
    actor,
    visible,
  }: { readonly engine: Engine; readonly tx: Reader; readonly actor: Actor; readonly visible: RawBuilder<SqlBool> },
  ids: readonly string[],
): Promise<Map<string, MarkedRow>> {
  const found = new Map<string, MarkedRow>()
  for (const chunk of chunksOf(ids))
    for (const row of await markedRows({ engine, db: tx, actor }, [visible, sql<SqlBool>`t.id in (${sql.join(chunk)})`]))
      found.set(row.id, row)
  return found
}
