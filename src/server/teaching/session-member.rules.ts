import { chunksOf, defineRules, type Change, type RuleContext, type Tx } from '../../../engine/server/index.ts'
import { sessionMember } from '../../../schemas/teaching/session-member.ts'
import { countBySession } from './count-by-session.ts'
import { bySession } from './session-turns.ts'
import { sessionsOf, type SessionCopy } from './session-copies.ts'

type MemberChanges = readonly Change<'sessionMember'>[]

const keyOf = (courseId: string, stuId: string): string => `${courseId} ${stuId}`

/** The class of each student, by course and student; if there are several, the first by name. */
async function classesOf(tx: Tx, changes: MemberChanges, courseIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const chunk of chunksOf(changes)) {
    const students = chunk.map(({ after }) => after?.stuId ?? '')
    const rows = await tx
      .selectFrom('bh_class_stu as s')
      .innerJoin('bh_class as c', 'c.id', 's.class_id')
      .select(['s.stu_id as student', 'c.id as room', 'c.course_id as course'])
      .where('s.stu_id', 'in', students)
      .where('c.course_id', 'in', [...courseIds])
      .orderBy('c.class_name', 'desc')
      .execute()
    for (const row of rows) found.set(keyOf(row.course, row.student), row.room)
  }
  return found
}

/** Refuse students once the last place of the session is taken. */
async function refuseBeyond({ tx }: RuleContext, changes: MemberChanges, sessions: ReadonlyMap<string, SessionCopy>): Promise<void> {
  const taken = await countBySession(tx, 'bh_experi_group_stu', sessions.keys())
  for (const change of changes) {
    const id = change.after?.experiGroupId ?? ''
    const places = (taken.get(id) ?? 0) + 1
    if (places > (sessions.get(id)?.seatNum ?? places)) change.refuse('场次人数已满！')
    taken.set(id, places)
  }
}

/** A member is a student of the course's classes and gets experiment and time from the session. */
async function complete(context: RuleContext, changes: MemberChanges): Promise<void> {
  const sessions = await sessionsOf(context.tx, changes)
  const courses = [...new Set([...sessions.values()].map(({ courseId }) => courseId))]
  const classes = courses.length ? await classesOf(context.tx, changes, courses) : new Map<string, string>()
  for (const change of changes) {
    const { after } = change
    const session = sessions.get(after?.experiGroupId ?? '')
    if (!after || !session) continue
    const { experiId, startTime, endTime } = session
    const own = classes.get(keyOf(session.courseId, after.stuId))
    if (own === undefined) change.refuse('该学生不在本课程的班级中！', 'stuId')
    Object.assign(after, { experiId, startTime, endTime, classId: after.classId ?? own ?? null })
  }
  await refuseBeyond(context, changes, sessions)
}

/** Students who leave a session also leave their seat. */
async function emptySeats({ tx, engine, actor }: RuleContext, changes: MemberChanges): Promise<void> {
  const leaving = new Set(changes.map(({ before }) => `${before?.experiGroupId} ${before?.stuId}`))
  const sessions = [...new Set(changes.map(({ before }) => before?.experiGroupId ?? ''))]
  for (const ids of chunksOf(sessions)) {
    const seats = await tx
      .selectFrom('bh_experi_seat')
      .select(['id', 'experi_group_id', 'stu_id'])
      .where('experi_group_id', 'in', ids)
      .where('stu_id', 'is not', null)
      .execute()
    const rows = seats
      .filter((seat) => leaving.has(`${seat.experi_group_id} ${seat.stu_id}`))
      .map(({ id }) => ({ id, stuId: null, absent: 0 as const }))
    await engine.write(
      { entity: 'seat', operation: 'edit', rows, actor, fields: 'all', scope: 'none', unlocked: 'all', waive: ['stuId'] },
      tx,
    )
  }
}

export const sessionMemberRules = defineRules(sessionMember, {
  locks: bySession('bh_experi_group_stu'),
  async beforeSave(context, changes) {
    if (context.operation === 'add') await complete(context, changes)
  },
  beforeDelete: emptySeats,
})
