import { InvalidInput, NotFound, Refused, type CallContext, type CallParams, type Reader } from '../../../../engine/server/index.ts'
import { inSession, openSession, ownPlaces, ownSeatRow, type AskedPlaces, type SessionNow, type SeatContext } from './places.ts'
import { seatNamed, seatsOf, sit } from './seating.ts'

/** The small groups of a session, or of all sessions of an experiment. */
async function queryExperiSmallGroupAll(call: CallContext<CallParams<'seat', 'queryExperiSmallGroupAll'>>) {
  const places = await ownPlaces(call)
  if (!places.experiId && !places.experiGroupId) throw new InvalidInput({ experiId: '请选择实验！' })
  const all = call.engine.db.read.selectFrom('bh_experi_seat').select('small_group as smallGroup').distinct()
  const here = places.experiGroupId
    ? all.where('experi_group_id', '=', places.experiGroupId.id)
    : all.where('experi_id', '=', places.experiId?.id ?? '')
  return { result: await here.where('small_group', 'is not', null).orderBy('small_group').execute() }
}

interface Student {
  readonly stuId: string
  readonly studyNumber: string
  readonly realname: string
}

/** The student with this number in the course's classes. */
async function studentOfCourse(db: Reader, courseId: string, studyNumber: string): Promise<Student> {
  const row = await db
    .selectFrom('bh_class_stu as s')
    .innerJoin('bh_class as c', 'c.id', 's.class_id')
    .innerJoin('sys_user as u', 'u.id', 's.stu_id')
    .select(['u.id as stuId', 'u.study_number as studyNumber', 'u.realname as realname'])
    .$narrowType<{ studyNumber: string }>()
    .where('c.course_id', '=', courseId)
    .where('u.study_number', '=', studyNumber)
    .where('u.del_flag', '=', 0)
    .executeTakeFirst()
  if (!row) throw new Refused('该学号的学生不在本课程的班级中！')
  return row
}

/** Whether the student is a member of the session; if they are in another session of the experiment, the answer names it. */
async function isMember(db: Reader, session: { id: string; experiId: string }, { stuId, realname }: Student): Promise<boolean> {
  const place = await db
    .selectFrom('bh_experi_group_stu as m')
    .innerJoin('bh_experi_group as g', 'g.id', 'm.experi_group_id')
    .select(['g.id as id', 'g.group_name as name'])
    .where('m.experi_id', '=', session.experiId)
    .where('m.stu_id', '=', stuId)
    .executeTakeFirst()
  if (place && place.id !== session.id) throw new Refused(`${realname}已在本实验的${place.name}中！`)
  return place !== undefined
}

async function join({ tx, engine, actor }: SeatContext, session: SessionNow, student: Student): Promise<void> {
  if (await isMember(tx, session, student)) return
  const rows = [{ experiGroupId: session.id, stuId: student.stuId }]
  await engine.write({ entity: 'sessionMember', operation: 'add', rows, actor }, tx)
}

async function seatByNumber(context: SeatContext, asked: { sessionId: string; seatId: string; studyNumber: string }): Promise<Student> {
  const session = await openSession(context, asked.sessionId)
  const student = await studentOfCourse(context.tx, session.courseId, asked.studyNumber)
  const seats = await seatsOf(context.tx, session.id)
  const before = seats.find(({ stuId }) => stuId === student.stuId)
  const seat = asked.seatId === '' ? (before ?? seats.find(({ stuId }) => stuId === '')) : seatNamed(seats, asked.seatId)
  if (!seat) throw new Refused('该场次没有空座位！')
  if (before === seat) return student
  await join(context, session, student)
  await sit(context, [
    { seat: seat.id, stuId: student.stuId, absent: before?.absent },
    ...(before ? [{ seat: before.id, stuId: seat.stuId, absent: seat.absent }] : []),
  ])
  return student
}

/** The session that a call names, directly or by one of its seats. */
async function sessionAsked(call: CallContext<AskedPlaces>): Promise<string> {
  const places = await ownPlaces(call)
  const sessionId = places.experiSeatId?.experiGroupId ?? call.params.experiGroupId ?? ''
  if (sessionId === '') throw new NotFound()
  return sessionId
}

/** Who has a student number, and whether they may sit in the session. Only reads: nobody is moved. */
async function getStuInfo(call: CallContext<CallParams<'seat', 'getStuInfo'>>) {
  const { read } = call.engine.db
  const session = await ownSeatRow(call, 'session', await sessionAsked(call))
  const student = await studentOfCourse(read, session.courseId, call.params.studyNumber)
  await isMember(read, session, student)
  return { result: student }
}

/** Seat a student by the number typed at a seat; without a seat, they get the first free one of the session. */
async function seatStudent(call: CallContext<CallParams<'seat', 'seatStudent'>>) {
  const sessionId = await sessionAsked(call)
  const place = { sessionId, seatId: call.params.experiSeatId ?? '', studyNumber: call.params.studyNumber }
  return { result: await inSession(call, sessionId, (context) => seatByNumber(context, place)) }
}

/** A seat that a call names, and its session. */
async function sessionOfSeat(
  context: Pick<SeatContext, 'engine' | 'actor'>,
  seatId: string,
): Promise<{ seatId: string; sessionId: string }> {
  const seat = await ownSeatRow(context, 'seat', seatId)
  return { seatId, sessionId: seat.experiGroupId }
}

async function updateTjh(call: CallContext<CallParams<'seat', 'updateTjh'>>) {
  const { seatId, sessionId } = await sessionOfSeat(call, call.params.experiSeatId)
  const { tjh } = call.params
  await inSession(call, sessionId, ({ engine, actor, tx }) =>
    engine.write({ entity: 'seat', operation: 'edit', rows: [{ id: seatId, tjh }], actor }, tx),
  )
  return { result: tjh }
}

/** Empty a seat; the student stays in the session. */
async function experiSeatRemoveUser(call: CallContext<CallParams<'seat', 'experiSeatRemoveUser'>>) {
  const { seatId, sessionId } = await sessionOfSeat(call, call.params.experiSeatId)
  await inSession(call, sessionId, async (context) => {
    await openSession(context, sessionId)
    await sit(context, [{ seat: seatId, stuId: '' }])
  })
  return {}
}

/** Move a student to an empty seat, or swap two students; an absent student stays absent. */
async function moveSeat(call: CallContext<CallParams<'seat', 'moveSeat'>>) {
  const { seatId, sessionId } = await sessionOfSeat(call, call.params.from)
  const target = await sessionOfSeat(call, call.params.to)
  if (target.sessionId !== sessionId) throw new Refused('只能在同一场次内调整座位！')
  await inSession(call, sessionId, async (context) => {
    await openSession(context, sessionId)
    const seats = await seatsOf(context.tx, sessionId)
    const [from, to] = [seatNamed(seats, seatId), seatNamed(seats, target.seatId)]
    if (from.stuId === '') throw new Refused('原座位没有学生！')
    const expected = call.params.stuId ?? ''
    if (expected !== '' && expected !== from.stuId) throw new Refused('座位已被调整，请查看最新的座位后再试！')
    if (from.id === to.id) return
    await sit(context, [
      { seat: to.id, stuId: from.stuId, absent: from.absent },
      { seat: from.id, stuId: to.stuId, absent: to.absent },
    ])
  })
  return {}
}

async function markAbsent(call: CallContext<CallParams<'seat', 'markAbsent'>>) {
  const { seatId, sessionId } = await sessionOfSeat(call, call.params.experiSeatId)
  const { absent } = call.params
  await inSession(call, sessionId, async (context) => {
    const { engine, actor, tx } = context
    await openSession(context, sessionId)
    if (seatNamed(await seatsOf(tx, sessionId), seatId).stuId === '') throw new Refused('该座位没有学生！')
    await engine.write({ entity: 'seat', operation: 'edit', rows: [{ id: seatId, absent }], actor }, tx)
  })
  return { result: absent }
}

export const seatCalls = { queryExperiSmallGroupAll, getStuInfo, seatStudent, updateTjh, experiSeatRemoveUser, moveSeat, markAbsent }
