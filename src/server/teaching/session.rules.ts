import type { WireRow } from '../../../engine/schema/index.ts'
import { chunksOf, InvalidInput, type Change, type Outcome, type RuleContext, type Rules } from '../../../engine/server/index.ts'
import { text } from '../../cells.ts'
import { turnOf } from '../../teaching/turns.ts'

interface Follower {
  readonly entity: 'sessionMember' | 'sessionDevice'
  readonly table: string
  /** Whom a refusal speaks of, and how people know one. */
  readonly whom: string
  readonly of: { readonly table: string; readonly own: string; readonly name: string; readonly number: string }
}

const followers: readonly Follower[] = [
  {
    entity: 'sessionMember',
    table: 'bh_experi_group_stu',
    whom: '学生',
    of: { table: 'sys_user', own: 'stu_id', name: 'realname', number: 'study_number' },
  },
  {
    entity: 'sessionDevice',
    table: 'bh_experi_group_facility',
    whom: '设备',
    of: { table: 'bh_facility', own: 'facility_id', name: 'facility_name', number: 'facility_num' },
  },
]

type Refusal = Extract<Outcome, { outcome: 'refused' }>

/** Who cannot come at the new time, and because of which other session. */
async function clashSentence({ tx }: RuleContext, follower: Follower, refused: readonly [Refusal, ...Refusal[]]): Promise<string> {
  const { table, whom, of } = follower
  const [first] = refused
  const row = await tx
    .selectFrom(`${table} as p`)
    .innerJoin(`${of.table} as w`, 'w.id', `p.${of.own}`)
    .select([`w.${of.name} as name`, `w.${of.number} as number`])
    .where('p.id', '=', first.id)
    .executeTakeFirst()
  const named = `${whom}${text(row?.name)}（${text(row?.number)}）`
  const more = refused.length > 1 ? `（共 ${refused.length} 个${whom}冲突）` : ''
  return `${first.message.replace(`该${whom}`, named)}${more}`
}

/** Members and devices are booked for the session's time: when it moves, they move along or nothing does. */
async function follow(context: RuleContext, follower: Follower, moved: ReadonlyMap<string, WireRow>): Promise<void> {
  const { tx, engine, actor } = context
  const rows: WireRow[] = []
  for (const ids of chunksOf([...moved.keys()])) {
    const found = await tx.selectFrom(follower.table).select(['id', 'experi_group_id']).where('experi_group_id', 'in', ids).execute()
    for (const row of found) {
      const session = moved.get(text(row.experi_group_id))
      rows.push({ id: row.id, startTime: session?.startTime ?? null, endTime: session?.endTime ?? null })
    }
  }
  const outcomes = await engine.write(
    { entity: follower.entity, operation: 'edit', rows, actor, fields: 'all', scope: 'none', unlocked: 'all', onRefusal: 'collect' },
    tx,
  )
  const [first, ...others] = outcomes.filter((one) => one.outcome === 'refused')
  if (first) throw new InvalidInput({ startTime: await clashSentence(context, follower, [first, ...others]) })
}

const movedBy = (changes: readonly Change[]): ReadonlyMap<string, WireRow> =>
  new Map(
    changes.flatMap(({ id, before, after }): [string, WireRow][] =>
      before && after && (before.startTime !== after.startTime || before.endTime !== after.endTime) ? [[id, after]] : [],
    ),
  )

/** Seats go before the devices they stand at, which refuse to leave from under them. */
async function removeSeats({ tx, engine, actor }: RuleContext, changes: readonly Change[]): Promise<void> {
  for (const chunk of chunksOf(changes)) {
    const ids = chunk.map(({ id }) => id)
    const rows = await tx.selectFrom('bh_experi_seat').select('id').where('experi_group_id', 'in', ids).execute()
    await engine.write({ entity: 'seat', operation: 'delete', rows, actor, scope: 'none', guard: 'none' }, tx)
  }
}

/** A session carries its members, devices and seats along. */
export const sessionRules: Rules = {
  locks: (_context, rows) => rows.flatMap(({ id }) => (text(id) === '' ? [] : [turnOf.session(text(id))])),
  beforeDelete: removeSeats,
  async afterWrite(context, changes) {
    const moved = context.operation === 'edit' ? movedBy(changes) : undefined
    if (moved?.size) for (const follower of followers) await follow(context, follower, moved)
  },
}
