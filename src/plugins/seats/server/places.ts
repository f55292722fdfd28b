import type { WireRow } from '../../../../engine/schema/index.ts'
import { YES } from '../../../../schemas/teaching/yes-no.ts'
import {
  NotFound,
  Refused,
  type Actor,
  type CallContext,
  type Engine,
  type FoundRow,
  type Reader,
  type RegisteredName,
  type StoredRow,
  type Tx,
} from '../../../../engine/server/index.ts'
import { turnOf } from '../../../teaching/turns.ts'

/** Who writes, with which engine, in which transaction. */
export interface SeatContext {
  readonly engine: Engine
  readonly actor: Actor
  readonly tx: Tx
}

const entities = { courseId: 'course', experiId: 'experiment', experiGroupId: 'session', experiSeatId: 'seat' } as const

type PlaceKey = keyof typeof entities
/** The ids with which a call names a place. */
export type AskedPlaces = { readonly [K in PlaceKey]?: string | null }
export type Places = { readonly [K in PlaceKey]: FoundRow<(typeof entities)[K]> | undefined }

/** A row in the actor's scope; a foreign row is answered as if it did not exist. */
export async function ownSeatRow<N extends RegisteredName>(
  { engine, actor }: Pick<SeatContext, 'engine' | 'actor'>,
  entity: N,
  id: string,
): Promise<FoundRow<N>> {
  const row = id === '' ? null : await engine.find(entity, id, actor)
  if (!row) throw new NotFound()
  return row
}

/** The course, experiment, session and seat that a call names: the actor must own all of them, and each must be inside the other. */
export async function ownPlaces(call: CallContext<AskedPlaces>): Promise<Places> {
  const own = async <K extends PlaceKey>(key: K) => {
    const id = call.params[key]
    return id ? ownSeatRow(call, entities[key], id) : undefined
  }
  const found = {
    courseId: await own('courseId'),
    experiId: await own('experiId'),
    experiGroupId: await own('experiGroupId'),
    experiSeatId: await own('experiSeatId'),
  }
  const rows: readonly (WireRow | undefined)[] = Object.values(found)
  for (const key of Object.keys(entities) as PlaceKey[]) {
    const id = call.params[key]
    if (id && rows.some((row) => row && row[key] !== undefined && (row[key] ?? '') !== id)) throw new NotFound()
  }
  return found
}

/** Changes to the places of a session run one at a time, so that a double click finds what the first click did. */
export function inSession<T>(call: CallContext<unknown>, id: string, write: (context: SeatContext) => Promise<T>): Promise<T> {
  const { engine, actor, once } = call
  return once((tx) => write({ engine, actor, tx }), turnOf.session(id))
}

/** A session as the transaction sees it. */
export interface SessionNow extends Pick<
  StoredRow<'session'>,
  'id' | 'courseId' | 'experiId' | 'groupName' | 'seatNum' | 'facilityNum' | 'facilityStuNum'
> {
  /** Empty until it has one. */
  readonly startTime: string
  readonly endTime: string
  readonly haveSeat: boolean
  readonly haveInspect: boolean
}

async function readSession({ tx }: { readonly tx: Reader }, id: string): Promise<SessionNow> {
  const row = await tx.selectFrom('bh_experi_group').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound()
  return {
    id,
    courseId: row.course_id,
    experiId: row.experi_id,
    groupName: row.group_name,
    startTime: row.start_time ?? '',
    endTime: row.end_time ?? '',
    seatNum: row.seat_num,
    facilityNum: row.facility_num,
    facilityStuNum: row.facility_stu_num,
    haveSeat: row.have_seat === YES,
    haveInspect: row.have_inspect === YES,
  }
}

/** A session whose seats can still be changed. */
export async function openSession(context: { readonly tx: Reader }, id: string): Promise<SessionNow> {
  const session = await readSession(context, id)
  if (session.haveInspect) throw new Refused('该场次已有考察结果，座位不能修改！')
  return session
}

/** A session that has its time, because devices and seats are given for a time. */
export function withTime(session: SessionNow): SessionNow {
  if (session.startTime === '' || session.endTime === '') throw new Refused('请先设置分组开始时间')
  return session
}
