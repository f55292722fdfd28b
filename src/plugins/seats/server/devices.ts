import { InvalidInput, type CallContext } from '../../../../engine/server/index.ts'
import { text } from '../../../cells.ts'
import { containing, pagingOf } from '../../../teaching/list-query.ts'
import { deviceTable } from './free-devices.ts'
import { chosen, placesHeld } from './members.ts'
import { inSession, openSession, ownPlaces } from './places.ts'

/** The course's devices that are free at the session's time (or at the time given), or those that the session has. */
async function chooseList(context: CallContext) {
  const { engine, actor, params } = context
  const places = await ownPlaces(context)
  const session = places.experiGroupId
  const courseId = text(session?.courseId ?? places.experiId?.courseId ?? params.courseId)
  if (courseId === '') throw new InvalidInput({ courseId: '请选择课程！' })
  const from = text(params.startTime) || text(session?.startTime)
  const end = text(session?.endTime)
  const query = {
    ...pagingOf(params),
    courseId,
    facilityName: containing(params.facilityName),
    facilityNum: containing(params.facilityNum),
    ...(session && params.type === 'noChoose'
      ? { ofSessionId: text(session.id) }
      : { notOfSessionId: text(session?.id) || undefined, freeAt: from === '' ? undefined : `${from}|${end > from ? end : from}` }),
  }
  return { result: await engine.list({ entity: 'equipment', list: 'choices', query, actor }) }
}

/** Give devices to a session; what it has already is left alone. */
async function groupAddFacility(context: CallContext) {
  await ownPlaces(context)
  const sessionId = text(context.params.experiGroupId)
  const ids = chosen(context.params.ids)
  await inSession(context, sessionId, async (work) => {
    const { engine, actor, tx } = work
    await openSession(work, sessionId)
    const present = await tx.selectFrom(deviceTable).select('facility_id').where('experi_group_id', '=', sessionId).execute()
    const known = new Set(present.map((row) => text(row.facility_id)))
    const added = ids.filter((id) => !known.has(id))
    const rows = added.map((facilityId) => ({ experiGroupId: sessionId, facilityId }))
    await engine.write({ entity: 'sessionDevice', operation: 'add', rows, actor }, tx)
  })
  return {}
}

async function deleteGroupFacility(context: CallContext) {
  await ownPlaces(context)
  const sessionId = text(context.params.experiGroupId)
  const ids = chosen(context.params.ids)
  await inSession(context, sessionId, async (work) => {
    const { engine, actor, tx } = work
    const rows = await placesHeld(work, { table: deviceTable, held: 'facility_id', sessionId, ids })
    await engine.write({ entity: 'sessionDevice', operation: 'delete', rows, actor }, tx)
  })
  return {}
}

export const deviceCalls = { chooseList, groupAddFacility, deleteGroupFacility }
