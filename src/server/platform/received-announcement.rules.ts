import { defineRules, NotFound, type CallContext, type CallParams } from '../../../engine/server/index.ts'
import { receivedAnnouncement } from '../../../schemas/platform/received-announcement.ts'
import { markAllRead } from './received.ts'

/** The reader's other pages count anew. */
const tellReader = ({ engine, actor }: Pick<CallContext, 'engine' | 'actor'>, tx: Parameters<typeof engine.announce>[0]) =>
  engine.announce(tx, { topic: `user:${actor.id}`, cmd: 'notice', body: {} })

async function editByAnntIdAndUserId(call: CallContext<CallParams<'receivedAnnouncement', 'editByAnntIdAndUserId'>>) {
  const { engine, actor, params, once } = call
  if (!(await engine.find('receivedAnnouncement', params.anntId, actor))) throw new NotFound()
  await once(async (tx) => {
    const done = await tx
      .insertInto('sys_announcement_send')
      .values({ user_id: actor.id, annt_id: params.anntId, read_time: engine.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (done.numInsertedOrUpdatedRows) tellReader(call, tx)
  })
  return {}
}

async function readAll(call: CallContext) {
  const { engine, actor, once } = call
  await once(async (tx) => {
    await markAllRead(tx, { userId: actor.id, now: engine.now() })
    tellReader(call, tx)
  })
  return {}
}

export const receivedAnnouncementRules = defineRules(receivedAnnouncement, { calls: { editByAnntIdAndUserId, readAll } })
