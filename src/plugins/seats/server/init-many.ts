import { NotFound, Refused, type CallContext, type CallParams, type Reader } from '../../../../engine/server/index.ts'
import { NO } from '../../../../schemas/teaching/yes-no.ts'
import { groupSeatNum } from '../../../derivations/group-seat-num.ts'
import { parts } from '../../../sent-values.ts'
import { turnOf } from '../../../teaching/turns.ts'
import type { SessionPreview } from '../wire.ts'
import { holdDevices } from './free-devices.ts'
import { totalsText, writeSeatings } from './init-seats.ts'
import { ownSeatRow } from './places.ts'
import { planSeating, type Seating } from './plan-seats.ts'

interface Named {
  readonly id: string
  readonly groupName: string
  readonly startTime: string
  readonly endTime: string
}

/** A session with its planned seats, or with the reason why they cannot be made. */
type Planned = Named & ({ readonly seating: Seating } | { readonly problem: string })

/** 第2场 before 第10场. */
const order = new Intl.Collator('zh-CN', { numeric: true })

/** The sessions that a call names, or all of an experiment that have no seats yet; the actor must own all of them. */
async function askedSessions(call: CallContext<CallParams<'session', 'planSeats'>>): Promise<Named[]> {
  const { engine, actor, params } = call
  const ids = parts(params.ids)
  const experiId = params.experiId ?? ''
  if (ids.length === 0 && experiId === '') throw new Refused('请选择一条记录！')
  if (ids.length === 0) {
    await ownSeatRow(call, 'experiment', experiId)
    const rows = await engine.db.read
      .selectFrom('bh_experi_group')
      .select('id')
      .where('experi_id', '=', experiId)
      .where('have_seat', '=', NO)
      .where('have_inspect', '=', NO)
      .execute()
    ids.push(...rows.map((row) => row.id))
    if (ids.length === 0) throw new Refused('该实验没有需要初始化座位的场次！')
  }
  if (ids.length > 1000) throw new Refused('一次最多初始化 1000 场！')
  const found = await engine.findMany('session', ids, actor)
  if (found.length !== new Set(ids).size) throw new NotFound()
  return found
    .map((row) => ({ id: row.id, groupName: row.groupName, startTime: row.startTime ?? '', endTime: row.endTime ?? '' }))
    .sort((one, other) => order.compare(one.groupName, other.groupName) || (one.id < other.id ? -1 : 1))
}

/** Plans the sessions one after the other: devices that one takes are not free for the next. */
async function planAll(db: Reader, sessions: readonly Named[]): Promise<Planned[]> {
  const planned: Planned[] = []
  const before: Seating[] = []
  for (const session of sessions) {
    try {
      const seating = await planSeating(db, session.id, before)
      before.push(seating)
      planned.push({ ...session, seating })
    } catch (refusal) {
      if (!(refusal instanceof Refused) && !(refusal instanceof NotFound)) throw refusal
      planned.push({ ...session, problem: refusal.message })
    }
  }
  return planned
}

function previewOf(planned: Planned): SessionPreview {
  const { id, groupName, startTime, endTime } = planned
  const named = { id, groupName, startTime, endTime }
  if ('problem' in planned) return { ...named, problem: planned.problem, devices: [], students: 0, places: [] }
  const { students, allocated, added, seats } = planned.seating
  const people = new Map(students.map((student) => [student.id, student]))
  const devices = new Map([...allocated, ...added].map((device) => [device.id, device.facilityNum]))
  const places = seats.map(({ seatnum, smallGroup, facilityId, stuId }) => {
    const { studyNumber = '', realname = '', className = '' } = people.get(stuId ?? '') ?? {}
    const facilityNum = devices.get(facilityId) ?? ''
    return { seatnum, groupSeatNum: groupSeatNum(smallGroup, seatnum) ?? '', facilityNum, studyNumber, realname, className }
  })
  return { ...named, devices: [...devices.values()], students: students.length, places }
}

/** What initialising the seats of several sessions would do, session by session. Writes nothing. */
async function planSeats(call: CallContext<CallParams<'session', 'planSeats'>>) {
  const sessions = await askedSessions(call)
  const planned = await planAll(call.engine.db.read, sessions)
  return { result: planned.map(previewOf) }
}

function sentenceOf(refused: readonly Extract<Planned, { problem: string }>[]): string {
  const [first] = refused
  const more = refused.length > 1 ? `（共 ${refused.length} 场）` : ''
  return first ? `${first.groupName}：${first.problem}${more}` : ''
}

/**
 * Make the seats of several sessions in one step: all of them or none, or with `partly` those that can be made. Planned again
 * under the locks, so that a second click or a colleague finds what the first did.
 */
async function initSeatsAll(call: CallContext<CallParams<'session', 'initSeatsAll'>>) {
  const { engine, actor, params, once } = call
  const sessions = await askedSessions(call)
  const { outcomes, totals } = await once(async (tx) => {
    for (const id of sessions.map((session) => session.id).sort()) await engine.db.lock(tx, turnOf.session(id))
    const context = { engine, actor, tx }
    await holdDevices(context)
    const planned = await planAll(tx, sessions)
    const refused = planned.flatMap((one) => ('problem' in one ? [one] : []))
    const seatings = planned.flatMap((one) => ('seating' in one ? [one.seating] : []))
    if (seatings.length === 0 || (refused.length > 0 && params.partly !== 1)) throw new Refused(sentenceOf(refused))
    const all = await writeSeatings(context, seatings)
    return {
      totals: { sessions: seatings.length, ...all },
      outcomes: planned.map((one) => ({
        id: one.id,
        success: 'seating' in one,
        message: 'problem' in one ? one.problem : '初始化成功！',
      })),
    }
  })
  return { message: `初始化成功！${totals.sessions} 场，${totalsText(totals)}`, result: outcomes }
}

export const seatBatchCalls = { planSeats, initSeatsAll }
