import { sql } from 'kysely'
import type { Actor, Engine, Reader } from '../../../../engine/server/index.ts'
import type { OwnHelp } from '../wire.ts'
import { WAITING } from '../../../../schemas/teaching/help-states.ts'

interface OpenHelp extends OwnHelp {
  readonly place: string
}

/** As it is read: taker and time are missing if nobody has taken it. */
interface OpenRow {
  readonly id: string
  readonly place: string
  readonly asked: string
  readonly until: string | null
  readonly taker: string | null
  readonly asker: string | null
  readonly name: string | null
  readonly ahead: number
}

/** The student who is looking at requests. */
interface Looking {
  readonly engine: Engine
  readonly actor: Actor
}

/** The open requests among some places, by place. */
export async function openHelps(db: Reader, { engine, actor }: Looking, places: readonly string[]): Promise<Map<string, OpenHelp>> {
  if (places.length === 0) return new Map()
  const now = engine.now()
  const { rows } =
    await sql<OpenRow>`select h.id as id, h.open_key as place, h.create_time as asked, h.taken_until as until, u.realname as taker,
      h.stu_id as asker, s.realname as name,
      (select count(*) from bh_help_request as o where o.experi_group_id = h.experi_group_id and o.status = ${sql.lit(WAITING)} and o.id < h.id
        and (o.taken_until is null or o.taken_until <= ${now})) as ahead
    from bh_help_request as h left join sys_user as u on u.id = h.taker_id left join sys_user as s on s.id = h.stu_id
    where h.open_key in (${sql.join([...places])})`.execute(db)
  return new Map(
    rows.map((row) => {
      const isTaken = row.taker && (row.until ?? '') > now
      const taken = isTaken ? { takerName: row.taker, ahead: 0 } : { ahead: row.ahead }
      const mate = row.asker === actor.id ? {} : { mateName: row.name ?? '' }
      return [row.place, { id: row.id, status: WAITING, createTime: row.asked, place: row.place, ...mate, ...taken }]
    }),
  )
}

/** One request by its id as the student sees it, inside a transaction. */
export async function helpOf({ tx, ...looking }: Looking & { readonly tx: Reader }, id: string): Promise<OwnHelp | null> {
  const row = await tx.selectFrom('bh_help_request').select('open_key').where('id', '=', id).executeTakeFirst()
  const place = row?.open_key ?? ''
  const found = (await openHelps(tx, looking, [place])).get(place)
  return found ? shownHelp(found) : null
}

/** The request as its student may see it. */
export const shownHelp = ({ place: _place, ...help }: OpenHelp): OwnHelp => help
