import type { WireRow } from '../../../../engine/schema/index.ts'
import { NotFound, Refused, type Actor, type CallContext, type Engine, type Reader, type Tx } from '../../../../engine/server/index.ts'
import { text } from '../../../cells.ts'
import { turnOf } from '../../../teaching/turns.ts'

/** Who writes, through what, inside which transaction. */
export interface Work {
  readonly engine: Engine
  readonly actor: Actor
  readonly tx: Tx
}

const entities = { courseId: 'course', experiId: 'experiment', experiGroupId: 'session', experiSeatId: 'seat' } as const

type PlaceKey = keyof typeof entities
export type Places = Readonly<Partial<Record<PlaceKey, WireRow>>>

/** A row in the actor's scope; a foreign one answers like one that does not exist. */
export async function ownRow({ engine, actor }: Pick<Work, 'engine' | 'actor'>, entity: string, id: string): Promise<WireRow> {
  const row = id === '' ? null : await engine.find(entity, id, actor)
  if (!row) throw new NotFound()
  return row
}

/** The course, experiment, session and seat that a call names: all the actor's, and each inside the other. */
export async function ownPlaces(context: CallContext): Promise<Places> {
  const found: Partial<Record<PlaceKey, WireRow>> = {}
  const asked = Object.entries(entities).flatMap(([key, entity]): [PlaceKey, string, string][] => {
    const id = text(context.params[key])
    return id === '' ? [] : [[key as PlaceKey, entity, id]]
  })
  for (const [key, entity, id] of asked) found[key] = await ownRow(context, entity, id)
  for (const row of Object.values(found)) {
    for (const [key, , id] of asked) if (row[key] !== undefined && text(row[key]) !== id) throw new NotFound()
  }
  return found
}

/** Everything that changes the places of a session waits for its turn, so that a double click finds what the first did. */
export function inSession<T>(context: CallContext, id: string, work: (work: Work) => Promise<T>): Promise<T> {
  const { engine, actor, once } = context
  return once((tx) => work({ engine, actor, tx }), turnOf.session(id))
}

/** A session as it is inside the transaction. */
export interface SessionNow {
  readonly id: string
  readonly courseId: string
  readonly experiId: string
  readonly groupName: string
  readonly startTime: string
  readonly endTime: string
  readonly seatNum: number
  readonly facilityNum: number
  readonly facilityStuNum: number
  readonly haveSeat: boolean
  readonly haveInspect: boolean
}

async function readSession({ tx }: { readonly tx: Reader }, id: string): Promise<SessionNow> {
  const row = await tx.selectFrom('bh_experi_group').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound()
  return {
    id,
    courseId: text(row.course_id),
    experiId: text(row.experi_id),
    groupName: text(row.group_name),
    startTime: text(row.start_time),
    endTime: text(row.end_time),
    seatNum: Number(row.seat_num),
    facilityNum: Number(row.facility_num),
    facilityStuNum: Number(row.facility_stu_num),
    haveSeat: row.have_seat === '是',
    haveInspect: row.have_inspect === '是',
  }
}

/** A session whose places may still change. */
export async function openSession(work: { readonly tx: Reader }, id: string): Promise<SessionNow> {
  const session = await readSession(work, id)
  if (session.haveInspect) throw new Refused('该场次已有考察结果，座位不能修改！')
  return session
}

/** A session that has its time; devices and seats are given for a time. */
export function withTime(session: SessionNow): SessionNow {
  if (session.startTime === '' || session.endTime === '') throw new Refused('请先设置分组开始时间')
  return session
}
