import { chunksOf, type Change, type RuleContext, type Rules } from '../../../engine/server/index.ts'
import { text } from '../cells.ts'
import { bySession } from './session-turns.ts'
import { sessionsOf } from './session-copies.ts'

/** A device is of the session's course and is booked for its time. */
async function complete({ tx }: RuleContext, changes: readonly Change[]): Promise<void> {
  const sessions = await sessionsOf(tx, changes)
  const courses = new Map<string, string>()
  for (const chunk of chunksOf(changes)) {
    const ids = chunk.map(({ after }) => text(after?.facilityId))
    const rows = await tx.selectFrom('bh_facility').select(['id', 'course_id']).where('id', 'in', ids).execute()
    for (const row of rows) courses.set(text(row.id), text(row.course_id))
  }
  for (const change of changes) {
    const { after } = change
    const session = sessions.get(text(after?.experiGroupId))
    if (!after || !session) continue
    const { startTime, endTime, courseId } = session
    const course = courses.get(text(after.facilityId))
    if (course !== undefined && course !== courseId) change.refuse('所选设备不属于该课程！', 'facilityId')
    Object.assign(after, { startTime, endTime })
  }
}

/** A device stays while seats stand at it. */
async function refuseUsed({ tx }: RuleContext, changes: readonly Change[]): Promise<void> {
  const sessions = [...new Set(changes.map(({ before }) => text(before?.experiGroupId)))]
  const users = new Map<string, string[]>()
  for (const ids of chunksOf(sessions)) {
    const rows = await tx
      .selectFrom('bh_experi_seat')
      .select(['experi_group_id', 'facility_id', 'group_seat_num'])
      .where('experi_group_id', 'in', ids)
      .orderBy('seatnum')
      .execute()
    for (const row of rows) {
      const key = `${text(row.experi_group_id)} ${text(row.facility_id)}`
      users.set(key, [...(users.get(key) ?? []), text(row.group_seat_num)])
    }
  }
  for (const change of changes) {
    const seats = users.get(`${text(change.before?.experiGroupId)} ${text(change.before?.facilityId)}`)
    if (seats) change.refuse(`设备正被座位 ${seats.slice(0, 5).join('、')} 使用，不能移除！`)
  }
}

export const sessionDeviceRules: Rules = {
  locks: bySession('bh_experi_group_facility'),
  async beforeSave(context, changes) {
    if (context.operation === 'add') await complete(context, changes)
  },
  beforeDelete: refuseUsed,
}
