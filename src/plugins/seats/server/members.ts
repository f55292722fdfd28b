import type { WireRow } from '../../../../engine/schema/index.ts'
import { InvalidInput, NotFound, Refused, type CallContext } from '../../../../engine/server/index.ts'
import { parts, text } from '../../../cells.ts'
import { containing, pagingOf } from '../../../teaching/list-query.ts'
import { inSession, openSession, ownPlaces, type Work } from './places.ts'
import { seatNamed, seatsOf, sit } from './seating.ts'

const nothingChosen = '请选择一条记录！'

/** The ids of a comma list that must name something. */
export function chosen(value: unknown): string[] {
  const ids = parts(value)
  if (ids.length === 0) throw new Refused(nothingChosen)
  return ids
}

/** Classes of students in a course by student, for rows that show them. */
async function withClasses({ engine }: CallContext, courseId: string, students: readonly WireRow[]): Promise<WireRow[]> {
  if (students.length === 0) return []
  const rows = await engine.db.read
    .selectFrom('bh_class_stu as s')
    .innerJoin('bh_class as c', 'c.id', 's.class_id')
    .select(['s.stu_id as stuId', 'c.id as classId', 'c.class_name as className'])
    .where('c.course_id', '=', courseId)
    .where(
      's.stu_id',
      'in',
      students.map(({ id }) => text(id)),
    )
    .orderBy('c.class_name', 'desc')
    .execute()
  const byStudent = new Map(rows.map((row) => [text(row.stuId), row]))
  return students.map((row) => {
    const room = byStudent.get(text(row.id))
    const className = room?.className ?? null
    return { ...row, classId: room?.classId ?? null, classId_dictText: className, className }
  })
}

/** What a picker of students may show of them; the rest of an account is nobody's business. */
const shown = ['id', 'realname', 'studyNumber', 'sex', 'sex_dictText', 'selecteddeparts', 'selecteddeparts_dictText']

/** Students who may still be chosen for a session of the experiment, or those who are in the session. */
async function queryExperiSeatStu(context: CallContext) {
  const { engine, actor, params } = context
  const { experiSeatId: _, ...asked } = params
  const places = await ownPlaces({ ...context, params: asked })
  const session = places.experiGroupId
  const experiId = text(session?.experiId ?? params.experiId)
  const courseId = text(session?.courseId ?? places.experiId?.courseId ?? params.courseId)
  const chosenOnes = params.type === 'noChoose'
  if (chosenOnes ? !session : experiId === '') throw new InvalidInput({ experiGroupId: '请选择场次!' })
  const query = {
    ...pagingOf(params),
    realname: containing(params.realname),
    studyNumber: containing(params.studyNumber),
    ofClassId: text(params.classId) || undefined,
    ...(chosenOnes ? { ofSessionId: text(params.experiGroupId) } : { ofCourseId: courseId, freeForExperiId: experiId }),
  }
  const page = await engine.list({ entity: 'student', list: 'listStu', query, actor })
  const students = page.records.map((row) => Object.fromEntries(shown.map((key) => [key, row[key] ?? null])))
  return { result: { ...page, records: await withClasses(context, courseId, students) } }
}

/** Put members of the session who have no seat into one: the named one, or the first that are empty. */
async function seatThem(work: Work, at: { sessionId: string; seatId: string; students: readonly string[] }): Promise<void> {
  const seats = await seatsOf(work.tx, at.sessionId)
  const standing = at.students.filter((id) => !seats.some(({ stuId }) => stuId === id))
  if (standing.length === 0) return
  const named = at.seatId === '' ? [] : [seatNamed(seats, at.seatId)]
  if (named.some(({ stuId }) => stuId !== '')) throw new Refused('该座位已有学生！')
  const free = [...named, ...seats.filter((seat) => seat.stuId === '' && seat.id !== at.seatId)]
  if (seats.length > 0 && free.length < standing.length) throw new Refused('该场次没有空座位！')
  await sit(
    work,
    standing.flatMap((stuId, index) => {
      const seat = free[index]
      return seat ? [{ seat: seat.id, stuId }] : []
    }),
  )
}

async function addStudents(work: Work, at: { sessionId: string; seatId: string; students: readonly string[] }): Promise<WireRow[]> {
  const { tx, engine, actor } = work
  const session = await openSession(work, at.sessionId)
  const present = await tx
    .selectFrom('bh_experi_group_stu')
    .select('stu_id')
    .where('experi_group_id', '=', session.id)
    .where('stu_id', 'in', [...at.students])
    .execute()
  const known = new Set(present.map((row) => text(row.stu_id)))
  const rows = at.students.filter((id) => !known.has(id)).map((stuId) => ({ experiGroupId: session.id, stuId }))
  await engine.write({ entity: 'sessionMember', operation: 'add', rows, actor }, tx)
  await seatThem(work, at)
  return tx
    .selectFrom('sys_user')
    .select(['id', 'study_number as studyNumber', 'realname'])
    .where('id', 'in', [...at.students])
    .orderBy('study_number_sort_key')
    .execute()
}

/** Add students to a session; once it has seats they get one too. Who is there already stays as he is. */
async function groupAddStu(context: CallContext) {
  const { params } = context
  const students = chosen(params.ids)
  if (students.length > 1000) throw new Refused('场次人数已满！')
  await ownPlaces(context)
  const sessionId = text(params.experiGroupId)
  const at = { sessionId, seatId: text(params.experiSeatId), students }
  const added = await inSession(context, sessionId, (work) => addStudents(work, at))
  return { result: { ...added[0], students: added } }
}

/** Rows of a session by their own ids or by those of what they hold. */
export async function placesHeld({ tx }: Work, at: { table: string; held: string; sessionId: string; ids: readonly string[] }) {
  const rows = await tx.selectFrom(at.table).select(['id', at.held]).where('experi_group_id', '=', at.sessionId).execute()
  const asked = new Set(at.ids)
  const found = rows.filter((row) => asked.has(text(row.id)) || asked.has(text(row[at.held])))
  if (found.length === 0) throw new NotFound()
  return found.map((row) => ({ id: text(row.id) }))
}

/** Take students out of a session, and off their seats. */
async function deleteGroupStu(context: CallContext) {
  await ownPlaces(context)
  const sessionId = text(context.params.experiGroupId)
  const ids = chosen(context.params.ids)
  await inSession(context, sessionId, async (work) => {
    const { engine, actor, tx } = work
    const rows = await placesHeld(work, { table: 'bh_experi_group_stu', held: 'stu_id', sessionId, ids })
    await engine.write({ entity: 'sessionMember', operation: 'delete', rows, actor }, tx)
  })
  return {}
}

export const memberCalls = { queryExperiSeatStu, groupAddStu, deleteGroupStu }
