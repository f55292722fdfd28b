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
  const score = valueSql(engine, 'inspectionResult', 'score', sql.ref('t.score')).$castTo<number | null>()
  return db
    .selectFrom('bh_inspection_result as t')
    .leftJoin('sys_user as u', 'u.id', 't.stu_id')
    .leftJoin('bh_experi_seat as s', 's.id', 't.seat_id')
    .leftJoin('bh_inspection as i', 'i.id', 't.inspection_id')
    .leftJoin('live_claim as c', (join) =>
      join.onRef('c.result_id', '=', 't.id').on('c.until', '>', Date.now()).on('c.user_id', '<>', actor.id),
    )
    .select(['t.id', 't.version', 't.course_id as courseId', 't.stu_id as stuId', 'u.realname', 'u.study_number as studyNumber'])
    .select(['s.group_seat_num as groupSeatNum', ({ fn }) => fn.coalesce('i.inspect_name', sql.lit('')).as('inspectionId_dictText')])
    .select(['t.submit_status as submitStatus', 't.submit_count as submitCount', 't.attendance', 't.absent_reason as absentReason'])
    .select([score.as('score'), 't.comment', 't.bz', 'c.name as holder'])
    .where(({ and }) => and([...where]))
    .orderBy('s.seatnum')
    .orderBy('t.stu_id')
    .orderBy('t.inspection_id')
    .orderBy('t.id')
    .execute()
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
