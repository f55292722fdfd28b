import { chunksOf, defineRules, type Change, type RuleContext } from '../../../engine/server/index.ts'
import { sessionDevice } from '../../../schemas/teaching/session-device.ts'
import { countBySession } from './count-by-session.ts'
import { bySession } from './session-turns.ts'
import { sessionsOf, type SessionCopy } from './session-copies.ts'

type DeviceChanges = readonly Change<'sessionDevice'>[]

/** A device belongs to the session's course and is booked for the session's time. */
async function complete({ tx }: RuleContext, changes: DeviceChanges, sessions: ReadonlyMap<string, SessionCopy>): Promise<void> {
  const courses = new Map<string, string>()
  for (const chunk of chunksOf(changes)) {
    const ids = chunk.map(({ after }) => after?.facilityId ?? '')
    const rows = await tx.selectFrom('bh_facility').select(['id', 'course_id']).where('id', 'in', ids).execute()
    for (const row of rows) courses.set(row.id, row.course_id)
  }
  for (const change of changes) {
    const { after } = change
    const session = sessions.get(after?.experiGroupId ?? '')
    if (!after || !session) continue
    const { startTime, endTime, courseId } = session
    const course = courses.get(after.facilityId)
    if (!startTime || !endTime) change.refuse('请先设置分组开始时间')
    else if (course !== undefined && course !== courseId) change.refuse('所选设备不属于该课程！', 'facilityId')
    Object.assign(after, { startTime, endTime })
  }
}

/** No more devices can be chosen than the session allows; those that its small groups need come with the seats. */
async function refuseBeyond({ tx }: RuleContext, changes: DeviceChanges, sessions: ReadonlyMap<string, SessionCopy>): Promise<void> {
  const chosen = changes.filter(({ after }) => (after?.smallGroup ?? null) === null)
  const counts = await countBySession(
    tx,
    'bh_experi_group_facility',
    chosen.map(({ after }) => after?.experiGroupId ?? ''),
  )
  for (const change of chosen) {
    const id = change.after?.experiGroupId ?? ''
    const count = (counts.get(id) ?? 0) + 1
    if (count > (sessions.get(id)?.facilityNum ?? count)) change.refuse('所选设备数量超过场次设备数！')
    counts.set(id, count)
  }
}

/** A device cannot be removed while seats use it. */
async function refuseUsed({ tx }: RuleContext, changes: DeviceChanges): Promise<void> {
  const sessions = [...new Set(changes.map(({ before }) => before?.experiGroupId ?? ''))]
  const users = new Map<string, string[]>()
  for (const ids of chunksOf(sessions)) {
    const rows = await tx
      .selectFrom('bh_experi_seat')
      .select(['experi_group_id', 'facility_id', 'group_seat_num'])
      .where('experi_group_id', 'in', ids)
      .orderBy('seatnum')
      .execute()
    for (const row of rows) {
      const key = `${row.experi_group_id} ${row.facility_id}`
      users.set(key, [...(users.get(key) ?? []), row.group_seat_num ?? ''])
    }
  }
  for (const change of changes) {
    const seats = users.get(`${change.before?.experiGroupId} ${change.before?.facilityId}`)
    if (seats) change.refuse(`设备正被座位 ${seats.slice(0, 5).join('、')} 使用，不能移除！`)
  }
}

export const sessionDeviceRules = defineRules(sessionDevice, {
  locks: bySession('bh_experi_group_facility'),
  async beforeSave(context, changes) {
    const chosen = changes.filter(({ before, after }) => before?.facilityId !== after?.facilityId)
    if (chosen.length === 0) return
    const sessions = await sessionsOf(context.tx, chosen)
    await complete(context, chosen, sessions)
    if (context.operation === 'add') await refuseBeyond(context, chosen, sessions)
  },
  beforeDelete: refuseUsed,
})
