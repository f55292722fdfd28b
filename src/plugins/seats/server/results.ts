import { chunksOf, InvalidInput, NotFound, Refused, type CallContext, type Reader } from '../../../../engine/server/index.ts'
import { NO } from '../../../../schemas/teaching/yes-no.ts'
import { turnOf } from '../../../teaching/turns.ts'
import { ownPlaces, ownSeatRow, type SeatContext } from './places.ts'

interface Asked {
  readonly courseId: string
  readonly experiId: string
  /** One item or one session; without them, the whole experiment. */
  readonly itemId: string
  readonly sessionId: string
}

interface Item {
  readonly id: string
  readonly done: boolean
}

async function itemsOf({ tx }: { readonly tx: Reader }, asked: Asked): Promise<Item[]> {
  const all = tx.selectFrom('bh_inspection').select(['id', 'have_inspection_result']).where('experi_id', '=', asked.experiId)
  const rows = await (asked.itemId === '' ? all : all.where('id', '=', asked.itemId)).execute()
  return rows.map((row) => ({ id: row.id, done: row.have_inspection_result === 1 }))
}

/** Seats with a student on them. */
async function takenSeats({ tx }: SeatContext, asked: Asked) {
  const all = tx
    .selectFrom('bh_experi_seat')
    .select(['id', 'experi_group_id as session', 'stu_id as student', 'facility_id as device'])
    .$narrowType<{ student: string }>()
    .where('experi_id', '=', asked.experiId)
    .where('stu_id', 'is not', null)
  return (asked.sessionId === '' ? all : all.where('experi_group_id', '=', asked.sessionId)).orderBy('id').execute()
}

/** Locks the taken seats until the transaction ends, and answers them; excludes a session that gets its first student meanwhile. */
async function lockTakenSeats(context: SeatContext, asked: Asked) {
  const sessions = new Set((await takenSeats(context, asked)).map((seat) => seat.session))
  for (const id of [...sessions].sort()) await context.engine.db.lock(context.tx, turnOf.session(id))
  return (await takenSeats(context, asked)).filter((seat) => sessions.has(seat.session))
}

/** A call that names an experiment, or one of its items or sessions. */
type AskingContext = CallContext<{ readonly id?: string | null; readonly experiId?: string | null; readonly experiGroupId?: string | null }>

/** Applies the locks of the documents: to the sessions that have seated students, to the experiment, and to the items. */
async function close({ tx, engine, actor }: SeatContext, asked: Asked, open: { items: readonly Item[]; sessions: readonly string[] }) {
  const inspect = (entity: 'session' | 'experiment' | 'inspectionItem', ids: readonly string[]) =>
    engine.write({ entity, operation: 'edit', rows: ids.map((id) => ({ id })), actor, move: 'inspect' }, tx)
  for (const ids of chunksOf(open.sessions)) {
    const rows = await tx.selectFrom('bh_experi_group').select('id').where('id', 'in', ids).where('have_inspect', '=', NO).execute()
    await inspect(
      'session',
      rows.map(({ id }) => id),
    )
  }
  const experiment = await tx
    .selectFrom('bh_experi')
    .select('id')
    .where('id', '=', asked.experiId)
    .where('have_inspection_result', '=', 0)
    .execute()
  await inspect(
    'experiment',
    experiment.map(({ id }) => id),
  )
  await inspect(
    'inspectionItem',
    open.items.flatMap(({ id, done }) => (done ? [] : [id])),
  )
}

/** The result rows that are still missing. */
async function missingResults(
  { tx }: SeatContext,
  asked: Asked,
  { items, seats }: { items: readonly Item[]; seats: Awaited<ReturnType<typeof takenSeats>> },
) {
  const present = await tx
    .selectFrom('bh_inspection_result')
    .select(['inspection_id', 'stu_id'])
    .where('experi_id', '=', asked.experiId)
    .execute()
  const presentKeys = new Set(present.map((row) => `${row.inspection_id} ${row.stu_id}`))
  const { courseId, experiId } = asked
  return items.flatMap((item) =>
    seats
      .filter(({ student }) => !presentKeys.has(`${item.id} ${student}`))
      .map((seat) => ({
        courseId,
        experiId,
        experiGroupId: seat.session,
        inspectionId: item.id,
        stuId: seat.student,
        seatId: seat.id,
        facilityId: seat.device,
      })),
  )
}

async function initResults(context: SeatContext, asked: Asked): Promise<number> {
  const items = await itemsOf(context, asked)
  if (items.length === 0) throw new Refused('该实验没有考察项，不能初始化考察结果！')
  const seats = await lockTakenSeats(context, asked)
  if (seats.length === 0) throw new Refused('没有已就座的学生，不能初始化考察结果！')
  await close(context, asked, { items, sessions: [...new Set(seats.map((seat) => seat.session))] })
  const rows = await missingResults(context, asked, { items, seats })
  const { engine, actor, tx } = context
  await engine.write({ entity: 'inspectionResult', operation: 'add', rows, actor, fields: 'all', waive: ['score'] }, tx)
  return rows.length
}

async function run({ engine, actor, once }: AskingContext, asked: Asked) {
  const count = await once((tx) => initResults({ engine, actor, tx }, asked), turnOf.experiment(asked.experiId))
  return { result: count }
}

/** The experiment that a call names, directly or by one of its items or sessions. */
async function askedBy(call: AskingContext): Promise<Asked> {
  const { params } = call
  const itemId = params.id ?? ''
  const item = itemId === '' ? undefined : await ownSeatRow(call, 'inspectionItem', itemId)
  const { experiId: experiment, experiGroupId: session } = await ownPlaces(call)
  const experiId = item?.experiId ?? session?.experiId ?? params.experiId ?? ''
  const named = [item?.experiId, session?.experiId, params.experiId]
  if (named.some((id) => id && id !== experiId)) throw new NotFound()
  const courseId = item?.courseId ?? session?.courseId ?? experiment?.courseId ?? ''
  return { courseId, experiId, itemId, sessionId: params.experiGroupId ?? '' }
}

/** Make the results of one item, or of all items for one session. */
async function initInSpectionRes(call: AskingContext) {
  const asked = await askedBy(call)
  if (asked.itemId === '' && asked.sessionId === '') throw new InvalidInput({ id: '请选择考察项' })
  return run(call, asked)
}

/** Make the results of all items of an experiment. */
async function initInSpectionResAll(call: AskingContext) {
  return run(call, await askedBy(call))
}

/** Whether a seated student of the session, or of any session, lacks the result of an item. */
async function lacksResults(db: Reader, asked: Asked): Promise<boolean> {
  const lacking = db
    .selectFrom('bh_experi_seat as s')
    .innerJoin('bh_inspection as i', 'i.experi_id', 's.experi_id')
    .select('s.id')
    .where('s.experi_id', '=', asked.experiId)
    .where('s.stu_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bh_inspection_result as r')
            .select('r.id')
            .whereRef('r.inspection_id', '=', 'i.id')
            .whereRef('r.stu_id', '=', 's.stu_id'),
        ),
      ),
    )
    .$if(asked.itemId !== '', (query) => query.where('i.id', '=', asked.itemId))
    .$if(asked.sessionId !== '', (query) => query.where('s.experi_group_id', '=', asked.sessionId))
  return (await lacking.limit(1).executeTakeFirst()) !== undefined
}

/** Whether the item, or every item of the experiment, has its results and no seated student lacks one. */
async function isInitInSpectionRes(call: AskingContext) {
  const { read } = call.engine.db
  const asked = await askedBy(call)
  const items = await itemsOf({ tx: read }, asked)
  return { result: items.length > 0 && items.every(({ done }) => done) && !(await lacksResults(read, asked)) }
}

export const inspectionCalls = { isInitInSpectionRes, initInSpectionRes, initInSpectionResAll }
