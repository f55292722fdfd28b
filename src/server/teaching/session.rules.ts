import {
  chunksOf,
  defineRules,
  InvalidInput,
  type Change,
  type ChangedRow,
  type Outcome,
  type RuleContext,
  type Tx,
} from '../../../engine/server/index.ts'
import { session } from '../../../schemas/teaching/session.ts'
import { turnOf } from '../../teaching/turns.ts'

interface Follower {
  readonly entity: 'sessionMember' | 'sessionDevice'
  readonly table: 'bh_experi_group_stu' | 'bh_experi_group_facility'
  /** How a refusal names the people or devices concerned. */
  readonly whom: string
  named(tx: Tx, id: string): Promise<{ readonly name: string; readonly number: string | null } | undefined>
}

const followers: readonly Follower[] = [
  {
    entity: 'sessionMember',
    table: 'bh_experi_group_stu',
    whom: '学生',
    named: (tx, id) =>
      tx
        .selectFrom('bh_experi_group_stu as p')
        .innerJoin('sys_user as w', 'w.id', 'p.stu_id')
        .select(['w.realname as name', 'w.study_number as number'])
        .where('p.id', '=', id)
        .executeTakeFirst(),
  },
  {
    entity: 'sessionDevice',
    table: 'bh_experi_group_facility',
    whom: '设备',
    named: (tx, id) =>
      tx
        .selectFrom('bh_experi_group_facility as p')
        .innerJoin('bh_facility as w', 'w.id', 'p.facility_id')
        .select(['w.facility_name as name', 'w.facility_num as number'])
        .where('p.id', '=', id)
        .executeTakeFirst(),
  },
]

type Refusal = Extract<Outcome, { outcome: 'refused' }>

/** Who cannot come at the new time, and because of which other session. */
async function clashSentence({ tx }: RuleContext, follower: Follower, refused: readonly [Refusal, ...Refusal[]]): Promise<string> {
  const { whom } = follower
  const [first] = refused
  const row = await follower.named(tx, first.id)
  const named = `${whom}${row?.name ?? ''}（${row?.number ?? ''}）`
  const more = refused.length > 1 ? `（共 ${refused.length} 个${whom}冲突）` : ''
  return `${first.message.replace(`该${whom}`, named)}${more}`
}

/** Members and devices are booked for the session's time: when it moves, all of them move or nothing does. */
async function follow(context: RuleContext, follower: Follower, moved: ReadonlyMap<string, ChangedRow<'session'>>): Promise<void> {
  const { tx, engine, actor } = context
  const rows: { id: string; startTime: string | null; endTime: string | null }[] = []
  for (const ids of chunksOf([...moved.keys()])) {
    const found = await tx.selectFrom(follower.table).select(['id', 'experi_group_id']).where('experi_group_id', 'in', ids).execute()
    for (const row of found) {
      const session = moved.get(row.experi_group_id)
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

const movedBy = (changes: readonly Change<'session'>[]): ReadonlyMap<string, ChangedRow<'session'>> =>
  new Map(
    changes.flatMap(({ id, before, after }): [string, ChangedRow<'session'>][] =>
      before && after && (before.startTime !== after.startTime || before.endTime !== after.endTime) ? [[id, after]] : [],
    ),
  )

/** Delete seats before their devices, because a device that is in use cannot be removed. */
async function removeSeats({ tx, engine, actor }: RuleContext, changes: readonly Change<'session'>[]): Promise<void> {
  for (const chunk of chunksOf(changes)) {
    const ids = chunk.map(({ id }) => id)
    const rows = await tx.selectFrom('bh_experi_seat').select('id').where('experi_group_id', 'in', ids).execute()
    await engine.write({ entity: 'seat', operation: 'delete', rows, actor, scope: 'none', guard: 'none' }, tx)
  }
}

/** A session takes its members, devices and seats along. */
export const sessionRules = defineRules(session, {
  locks: (_context, rows) => rows.flatMap(({ id }) => (id ? [turnOf.session(id)] : [])),
  beforeDelete: removeSeats,
  async afterWrite(context, changes) {
    const moved = context.operation === 'edit' ? movedBy(changes) : undefined
    if (moved?.size) for (const follower of followers) await follow(context, follower, moved)
  },
})
