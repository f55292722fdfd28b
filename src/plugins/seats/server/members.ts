import { InvalidInput, NotFound, Refused, type CallContext, type CallParams, type FoundRow } from '../../../../engine/server/index.ts'
import { parts } from '../../../sent-values.ts'
import { containing, readPaging } from '../../../teaching/list-query.ts'
import { inSession, openSession, ownPlaces, type SeatContext } from './places.ts'
import { seatNamed, seatsOf, sit } from './seating.ts'

const nothingChosen = '请选择一条记录！'

/** The ids of a comma-separated list, which must not be empty. */
export function chosen(value: unknown): string[] {
  const ids = parts(value)
  if (ids.length === 0) throw new Refused(nothingChosen)
  return ids
}

/** Adds to each student their class in the course. */
async function withClasses<R extends { readonly id: string }>(
  { engine }: Pick<SeatContext, 'engine'>,
  courseId: string,
  students: readonly R[],
) {
  if (students.length === 0) return []
  const rows = await engine.db.read
    .selectFrom('bh_class_stu as s')
    .innerJoin('bh_class as c', 'c.id', 's.class_id')
    .select(['s.stu_id as stuId', 'c.id as classId', 'c.class_name as className'])
    .where('c.course_id', '=', courseId)
    .where(
      's.stu_id',
      'in',
      students.map(({ id }) => id),
    )
    .orderBy('c.class_name', 'desc')
    .execute()
  const byStudent = new Map(rows.map((row) => [row.stuId, row]))
  return students.map((row) => {
    const room = byStudent.get(row.id)
    const className = room?.className ?? null
    return { ...row, classId: room?.classId ?? null, classId_dictText: className, className }
  })
}

/** What a picker may show of a student; the rest of an account stays private. */
const shownOf = ({ id, realname, studyNumber, sex, sex_dictText, selecteddeparts, selecteddeparts_dictText }: FoundRow<'student'>) => ({
  id,
  realname,
  studyNumber,
  sex,
  sex_dictText,
  selecteddeparts,
  selecteddeparts_dictText,
})

/** Students who can still be chosen for a session of the experiment, or those who are in the session. */
async function queryExperiSeatStu(call: CallContext<CallParams<'sessionMember', 'queryExperiSeatStu'>>) {
  const { engine, actor, params } = call
  const places = await ownPlaces(call)
  const session = places.experiGroupId
  const experiId = session?.experiId ?? params.experiId ?? ''
  const courseId = session?.courseId ?? places.experiId?.courseId ?? params.courseId ?? ''
  const chosenOnes = params.type === 'noChoose'
  if (chosenOnes ? !session : experiId === '') throw new InvalidInput({ experiGroupId: '请选择场次!' })
  const query = {
    ...readPaging(params),
    realname: containing(params.realname),
    studyNumber: containing(params.studyNumber),
    ofClassId: params.classId || undefined,
    ...(chosenOnes ? { ofSessionId: params.experiGroupId ?? '' } : { ofCourseId: courseId, freeForExperiId: experiId }),
  }
  const page = await engine.list({ entity: 'student', list: 'listStu', query, actor })
  return { result: { ...page, records: await withClasses(call, courseId, page.records.map(shownOf)) } }
}

/** Give seats to members of the session who have none: the named seat, or the first empty ones. */
async function seatThem(context: SeatContext, seating: { sessionId: string; seatId: string; students: readonly string[] }): Promise<void> {
  const seats = await seatsOf(context.tx, seating.sessionId)
  const standing = seating.students.filter((id) => !seats.some(({ stuId }) => stuId === id))
  if (standing.length === 0) return
  const named = seating.seatId === '' ? [] : [seatNamed(seats, seating.seatId)]
  if (named.some(({ stuId }) => stuId !== '')) throw new Refused('该座位已有学生！')
  const free = [...named, ...seats.filter((seat) => seat.stuId === '' && seat.id !== seating.seatId)]
  if (seats.length > 0 && free.length < standing.length) throw new Refused('该场次没有空座位！')
  await sit(
    context,
    standing.flatMap((stuId, index) => {
      const seat = free[index]
      return seat ? [{ seat: seat.id, stuId }] : []
    }),
  )
}

async function addStudents(context: SeatContext, seating: { sessionId: string; seatId: string; students: readonly string[] }) {
  const { tx, engine, actor } = context
  const session = await openSession(context, seating.sessionId)
  const present = await tx
    .selectFrom('bh_experi_group_stu')
    .select('stu_id')
    .where('experi_group_id', '=', session.id)
    .where('stu_id', 'in', [...seating.students])
    .execute()
  const presentIds = new Set(present.map((row) => row.stu_id))
  const rows = seating.students.filter((id) => !presentIds.has(id)).map((stuId) => ({ experiGroupId: session.id, stuId }))
  await engine.write({ entity: 'sessionMember', operation: 'add', rows, actor }, tx)
  await seatThem(context, seating)
  return tx
    .selectFrom('sys_user')
    .select(['id', 'study_number as studyNumber', 'realname'])
    .where('id', 'in', [...seating.students])
    .orderBy('study_number_sort_key')
    .execute()
}

/** Add students to a session; if it already has seats, they also get one. Students who are already members stay unchanged. */
async function groupAddStu(call: CallContext<CallParams<'sessionMember', 'groupAddStu'>>) {
  const { params } = call
  const students = chosen(params.ids)
  if (students.length > 1000) throw new Refused('场次人数已满！')
  await ownPlaces(call)
  const sessionId = params.experiGroupId
  const seating = { sessionId, seatId: params.experiSeatId ?? '', students }
  const added = await inSession(call, sessionId, (context) => addStudents(context, seating))
  return { result: { ...added[0], students: added } }
}

/** The rows of a session that are named by their own ids or by the ids of what they hold. */
export function placesNamed(rows: readonly { readonly id: string; readonly held: string }[], ids: readonly string[]) {
  const chosenIds = new Set(ids)
  const found = rows.filter(({ id, held }) => chosenIds.has(id) || chosenIds.has(held))
  if (found.length === 0) throw new NotFound()
  return found.map(({ id }) => ({ id }))
}

/** Remove students from a session and from their seats. */
async function deleteGroupStu(call: CallContext<CallParams<'sessionMember', 'deleteGroupStu'>>) {
  await ownPlaces(call)
  const sessionId = call.params.experiGroupId
  const ids = chosen(call.params.ids)
  await inSession(call, sessionId, async (context) => {
    const { engine, actor, tx } = context
    const members = tx.selectFrom('bh_experi_group_stu').select(['id', 'stu_id as held'])
    const rows = placesNamed(await members.where('experi_group_id', '=', sessionId).execute(), ids)
    await engine.write({ entity: 'sessionMember', operation: 'delete', rows, actor }, tx)
  })
  return {}
}

export const memberCalls = { queryExperiSeatStu, groupAddStu, deleteGroupStu }
