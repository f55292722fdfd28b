import type { WireRow } from '../../../engine/schema/index.ts'
import { chunksOf, type Change, type RuleContext, type Rules } from '../../../engine/server/index.ts'
import { text } from '../cells.ts'
import { bySession } from './session-turns.ts'
import { sessionsOf } from './session-copies.ts'

/** Seats are numbered within the session's places, and the number tells the small group. */
async function number({ tx }: RuleContext, changes: readonly Change[]): Promise<void> {
  const touched = changes.filter(({ before, after }) => after && (!before || before.seatnum !== after.seatnum))
  if (touched.length === 0) return
  const sessions = await sessionsOf(tx, touched)
  for (const change of touched) {
    const { after, before } = change
    const session = sessions.get(text(after?.experiGroupId))
    if (!after || !session) continue
    if (Number(after.seatnum) > session.seatNum) change.refuse(`座次号不能大于座位数${session.seatNum}!`, 'seatnum')
    if (before || after.smallGroup === null || after.smallGroup === undefined)
      after.smallGroup = Math.ceil(Number(after.seatnum) / session.facilityStuNum)
  }
}

interface Booked {
  readonly entity: 'sessionMember' | 'sessionDevice'
  readonly table: string
  readonly key: 'stuId' | 'facilityId'
  readonly column: string
}

const booked: readonly Booked[] = [
  { entity: 'sessionMember', table: 'bh_experi_group_stu', key: 'stuId', column: 'stu_id' },
  { entity: 'sessionDevice', table: 'bh_experi_group_facility', key: 'facilityId', column: 'facility_id' },
]

/** Who sits on a seat is in its session, and what stands on it is booked for the session: whatever is not yet, is now. */
async function book({ tx, engine, actor }: RuleContext, changes: readonly Change[], kind: Booked): Promise<void> {
  const { entity, table, key, column } = kind
  const asked = new Map<string, WireRow>()
  for (const { before, after } of changes) {
    if (!after || text(after[key]) === '' || (before && before[key] === after[key])) continue
    asked.set(`${text(after.experiGroupId)} ${text(after[key])}`, { experiGroupId: after.experiGroupId, [key]: after[key] })
  }
  const sessions = [...new Set([...asked.values()].map(({ experiGroupId }) => text(experiGroupId)))]
  for (const ids of chunksOf(sessions)) {
    const rows = await tx.selectFrom(table).select(['experi_group_id', column]).where('experi_group_id', 'in', ids).execute()
    for (const row of rows) asked.delete(`${text(row.experi_group_id)} ${text(row[column])}`)
  }
  await engine.write({ entity, operation: 'add', rows: [...asked.values()], actor }, tx)
}

export const seatRules: Rules = {
  locks: bySession('bh_experi_seat'),
  beforeSave: number,
  async afterWrite(context, changes) {
    if (context.operation === 'add' || context.operation === 'edit') for (const kind of booked) await book(context, changes, kind)
  },
}
