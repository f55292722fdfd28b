import { InvalidInput, NotFound, Refused, type CallContext, type Tx } from '../../../../engine/server/index.ts'
import { text } from '../../../cells.ts'
import { inSession, openSession, ownPlaces, ownRow, type SessionNow, type Work } from './places.ts'
import { seatNamed, seatsOf, sit } from './seating.ts'

/** The small groups of a session, or of all sessions of an experiment. */
async function queryExperiSmallGroupAll(context: CallContext) {
  const places = await ownPlaces(context)
  if (!places.experiId && !places.experiGroupId) throw new InvalidInput({ experiId: '请选择实验！' })
  const all = context.engine.db.read.selectFrom('bh_experi_seat').select('small_group as smallGroup').distinct()
  const here = places.experiGroupId
    ? all.where('experi_group_id', '=', text(context.params.experiGroupId))
    : all.where('experi_id', '=', text(context.params.experiId))
  return { result: await here.where('small_group', 'is not', null).orderBy('small_group').execute() }
}

interface Student {
  readonly stuId: string
  readonly studyNumber: string
  readonly realname: string
}

/** The student of a course's classes who has this number. */
async function studentOfCourse(tx: Tx, courseId: string, studyNumber: string): Promise<Student> {
  const row = await tx
    .selectFrom('bh_class_stu as s')
    .innerJoin('bh_class as c', 'c.id', 's.class_id')
    .innerJoin('sys_user as u', 'u.id', 's.stu_id')
    .select(['u.id as id', 'u.study_number as number', 'u.realname as name'])
    .where('c.course_id', '=', courseId)
    .where('u.study_number', '=', studyNumber)
    .where('u.del_flag', '=', 0)
    .executeTakeFirst()
  if (!row) throw new Refused('该学号的学生不在本课程的班级中！')
  return { stuId: text(row.id), studyNumber: text(row.number), realname: text(row.name) }
}

/** Make the student a member of the session unless he is; whoever is in another one of the experiment is named with it. */
async function join({ tx, engine, actor }: Work, session: SessionNow, { stuId, realname }: Student): Promise<void> {
  const place = await tx
    .selectFrom('bh_experi_group_stu as m')
    .innerJoin('bh_experi_group as g', 'g.id', 'm.experi_group_id')
    .select(['g.id as id', 'g.group_name as name'])
    .where('m.experi_id', '=', session.experiId)
    .where('m.stu_id', '=', stuId)
    .executeTakeFirst()
  if (place && place.id !== session.id) throw new Refused(`${realname}已在本实验的${text(place.name)}中！`)
  if (place) return
  const rows = [{ experiGroupId: session.id, stuId }]
  await engine.write({ entity: 'sessionMember', operation: 'add', rows, actor }, tx)
}

async function seatStudent(work: Work, asked: { sessionId: string; seatId: string; studyNumber: string }): Promise<Student> {
  const session = await openSession(work, asked.sessionId)
  const student = await studentOfCourse(work.tx, session.courseId, asked.studyNumber)
  const seats = await seatsOf(work.tx, session.id)
  const before = seats.find(({ stuId }) => stuId === student.stuId)
  const seat = asked.seatId === '' ? (before ?? seats.find(({ stuId }) => stuId === '')) : seatNamed(seats, asked.seatId)
  if (!seat) throw new Refused('该场次没有空座位！')
  if (before === seat) return student
  await join(work, session, student)
  await sit(work, [
    { seat: seat.id, stuId: student.stuId, absent: before?.absent },
    ...(before ? [{ seat: before.id, stuId: seat.stuId, absent: seat.absent }] : []),
  ])
  return student
}

/** Seat a student by the number typed at a seat; without a seat he gets the first free one of the session. */
async function getStuInfo(context: CallContext) {
  const places = await ownPlaces(context)
  const seatId = text(context.params.experiSeatId)
  const sessionId = text(places.experiSeatId?.experiGroupId ?? context.params.experiGroupId)
  if (sessionId === '') throw new NotFound()
  const asked = { sessionId, seatId, studyNumber: text(context.params.studyNumber) }
  return { result: await inSession(context, sessionId, (work) => seatStudent(work, asked)) }
}

/** The session of the seat that a call names by `key`. */
async function sessionOfSeat(context: CallContext, key = 'experiSeatId'): Promise<{ seatId: string; sessionId: string }> {
  const seatId = text(context.params[key])
  const seat = await ownRow(context, 'seat', seatId)
  return { seatId, sessionId: text(seat.experiGroupId) }
}

async function updateTjh(context: CallContext) {
  const { seatId, sessionId } = await sessionOfSeat(context)
  const { tjh } = context.params
  await inSession(context, sessionId, ({ engine, actor, tx }) =>
    engine.write({ entity: 'seat', operation: 'edit', rows: [{ id: seatId, tjh }], actor }, tx),
  )
  return { result: tjh }
}

/** Empty a seat; the student stays in the session. */
async function experiSeatRemoveUser(context: CallContext) {
  const { seatId, sessionId } = await sessionOfSeat(context)
  await inSession(context, sessionId, async (work) => {
    await openSession(work, sessionId)
    await sit(work, [{ seat: seatId, stuId: '' }])
  })
  return {}
}

/** Move a student to an empty seat, or let two change places; who is absent stays so. */
async function moveSeat(context: CallContext) {
  const { seatId, sessionId } = await sessionOfSeat(context, 'from')
  const target = await sessionOfSeat(context, 'to')
  if (target.sessionId !== sessionId) throw new Refused('只能在同一场次内调整座位！')
  await inSession(context, sessionId, async (work) => {
    await openSession(work, sessionId)
    const seats = await seatsOf(work.tx, sessionId)
    const [from, to] = [seatNamed(seats, seatId), seatNamed(seats, target.seatId)]
    if (from.stuId === '') throw new Refused('原座位没有学生！')
    const expected = text(context.params.stuId)
    if (expected !== '' && expected !== from.stuId) throw new Refused('座位已被调整，请查看最新的座位后再试！')
    if (from.id === to.id) return
    await sit(work, [
      { seat: to.id, stuId: from.stuId, absent: from.absent },
      { seat: from.id, stuId: to.stuId, absent: to.absent },
    ])
  })
  return {}
}

async function markAbsent(context: CallContext) {
  const { seatId, sessionId } = await sessionOfSeat(context)
  const absent = Number(context.params.absent ?? 1)
  await inSession(context, sessionId, async (work) => {
    const { engine, actor, tx } = work
    await openSession(work, sessionId)
    if (seatNamed(await seatsOf(tx, sessionId), seatId).stuId === '') throw new Refused('该座位没有学生！')
    await engine.write({ entity: 'seat', operation: 'edit', rows: [{ id: seatId, absent }], actor }, tx)
  })
  return { result: absent }
}

export const seatCalls = { queryExperiSmallGroupAll, getStuInfo, updateTjh, experiSeatRemoveUser, moveSeat, markAbsent }
