import { chunksOf, defineRules, type AddedRow, type Change, type RuleContext } from '../../../engine/server/index.ts'
import { seat } from '../../../schemas/teaching/seat.ts'
import { smallGroupOf } from '../../teaching/small-group.ts'
import { bookDevices } from './seat-devices.ts'
import { bySession } from './session-turns.ts'
import { sessionsOf } from './session-copies.ts'

/** Seats are numbered within the session's places, and the number determines the small group. */
async function number({ tx }: RuleContext, changes: readonly Change<'seat'>[]): Promise<void> {
  const touched = changes.filter(({ before, after }) => after && (!before || before.seatnum !== after.seatnum))
  if (touched.length === 0) return
  const sessions = await sessionsOf(tx, touched)
  for (const change of touched) {
    const { after, before } = change
    const session = sessions.get(after?.experiGroupId ?? '')
    if (!after || !session) continue
    if (after.seatnum > session.seatNum) change.refuse(`座次号不能大于座位数${session.seatNum}!`, 'seatnum')
    if (before || after.smallGroup === null || after.smallGroup === undefined) after.smallGroup = smallGroupOf(after.seatnum, session)
  }
}

/** Anyone who gets a seat becomes a member of its session. */
async function joinSession({ tx, engine, actor }: RuleContext, changes: readonly Change<'seat'>[]): Promise<void> {
  const newMembers = new Map<string, Required<Pick<AddedRow<'sessionMember'>, 'experiGroupId' | 'stuId'>>>()
  for (const { before, after } of changes) {
    if (!after || !after.stuId || before?.stuId === after.stuId) continue
    newMembers.set(`${after.experiGroupId} ${after.stuId}`, { experiGroupId: after.experiGroupId, stuId: after.stuId })
  }
  const sessions = [...new Set([...newMembers.values()].map(({ experiGroupId }) => experiGroupId ?? ''))]
  for (const ids of chunksOf(sessions)) {
    const rows = await tx
      .selectFrom('bh_experi_group_stu')
      .select(['experi_group_id', 'stu_id'])
      .where('experi_group_id', 'in', ids)
      .execute()
    for (const row of rows) newMembers.delete(`${row.experi_group_id} ${row.stu_id}`)
  }
  await engine.write({ entity: 'sessionMember', operation: 'add', rows: [...newMembers.values()], actor }, tx)
}

export const seatRules = defineRules(seat, {
  locks: bySession('bh_experi_seat'),
  beforeSave: number,
  async afterWrite(context, changes) {
    if (context.operation !== 'add' && context.operation !== 'edit') return
    await joinSession(context, changes)
    await bookDevices(context, changes)
  },
})
