import { sql, type NotNull } from 'kysely'
import type { Actor, Engine, Reader } from '../../../../engine/server/index.ts'
import type { OwnHelp } from '../wire.ts'
import { WAITING } from '../../../../schemas/teaching/help-states.ts'

interface OpenHelp extends OwnHelp {
  readonly place: string
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
  const rows = await db
    .selectFrom('bh_help_request as h')
    .leftJoin('sys_user as u', 'u.id', 'h.taker_id')
    .leftJoin('sys_user as s', 's.id', 'h.stu_id')
    .select(['h.id', 'h.open_key as place', 'h.create_time as asked', 'h.taken_until as until', 'u.realname as taker'])
    .select(['h.stu_id as asker', 's.realname as name'])
    .select(({ selectFrom }) =>
      selectFrom('bh_help_request as o')
        .select(({ fn }) => fn.countAll<number>().as('ahead'))
        .whereRef('o.experi_group_id', '=', 'h.experi_group_id')
        .where('o.status', '=', sql.lit(WAITING))
        .whereRef('o.id', '<', 'h.id')
        .where(({ eb, or }) => or([eb('o.taken_until', 'is', null), eb('o.taken_until', '<=', now)]))
        .as('ahead'),
    )
    .where('h.open_key', 'in', [...places])
    .$narrowType<{ place: NotNull; ahead: NotNull }>()
    .execute()
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
