import { InvalidInput, type CallContext, type CallParams } from '../../../../engine/server/index.ts'
import { containing, readPaging } from '../../../teaching/list-query.ts'
import { deviceTable } from './free-devices.ts'
import { chosen, placesNamed } from './members.ts'
import { inSession, openSession, ownPlaces } from './places.ts'

/** The course's devices that are free at the session's time (or at the given time), or those that the session has. */
async function chooseList(call: CallContext<CallParams<'sessionDevice', 'chooseList'>>) {
  const { engine, actor, params } = call
  const places = await ownPlaces(call)
  const session = places.experiGroupId
  const courseId = session?.courseId ?? places.experiId?.courseId ?? params.courseId ?? ''
  if (courseId === '') throw new InvalidInput({ courseId: '请选择课程！' })
  const from = params.startTime || (session?.startTime ?? '')
  const end = session?.endTime ?? ''
  const query = {
    ...readPaging(params),
    courseId,
    facilityName: containing(params.facilityName),
    facilityNum: containing(params.facilityNum),
    ...(session && params.type === 'noChoose'
      ? { ofSessionId: session.id }
      : { notOfSessionId: session?.id, freeAt: from === '' ? undefined : `${from}|${end > from ? end : from}` }),
  }
  return { result: await engine.list({ entity: 'equipment', list: 'choices', query, actor }) }
}

/** Give devices to a session; devices that it already has are left alone. */
async function groupAddFacility(call: CallContext<CallParams<'sessionDevice', 'groupAddFacility'>>) {
  await ownPlaces(call)
  const sessionId = call.params.experiGroupId
  const ids = chosen(call.params.ids)
  await inSession(call, sessionId, async (context) => {
    const { engine, actor, tx } = context
    await openSession(context, sessionId)
    const present = await tx.selectFrom(deviceTable).select('facility_id').where('experi_group_id', '=', sessionId).execute()
    const presentIds = new Set(present.map((row) => row.facility_id))
    const added = ids.filter((id) => !presentIds.has(id))
    const rows = added.map((facilityId) => ({ experiGroupId: sessionId, facilityId }))
    await engine.write({ entity: 'sessionDevice', operation: 'add', rows, actor }, tx)
  })
  return {}
}

async function deleteGroupFacility(call: CallContext<CallParams<'sessionDevice', 'deleteGroupFacility'>>) {
  await ownPlaces(call)
  const sessionId = call.params.experiGroupId
  const ids = chosen(call.params.ids)
  await inSession(call, sessionId, async (context) => {
    const { engine, actor, tx } = context
    const present = await tx
      .selectFrom(deviceTable)
      .select(['id', 'facility_id as held'])
      .where('experi_group_id', '=', sessionId)
      .execute()
    const rows = placesNamed(present, ids)
    await engine.write({ entity: 'sessionDevice', operation: 'delete', rows, actor }, tx)
  })
  return {}
}

export const deviceCalls = { chooseList, groupAddFacility, deleteGroupFacility }
