import { defineRules, type CallContext, type CallParams } from '../../../engine/server/index.ts'
import { announcement } from '../../../schemas/platform/announcement.ts'

type Asked = CallContext<CallParams<'announcement', 'doReleaseData'>>

/** Everyone whom it is for can read it from now on; nothing is written for them until they read it. */
async function doReleaseData({ engine, actor, params, once }: Asked) {
  const rows = [{ id: params.id, sendTime: engine.now(), sender: actor.username }]
  await once((tx) => engine.write({ entity: 'announcement', operation: 'edit', rows, actor, fields: 'all', move: 'publish' }, tx))
  return {}
}

async function doReovkeData({ engine, actor, params, once }: Asked) {
  const rows = [{ id: params.id, cancelTime: engine.now() }]
  await once((tx) => engine.write({ entity: 'announcement', operation: 'edit', rows, actor, fields: 'all', move: 'revoke' }, tx))
  return {}
}

export const announcementRules = defineRules(announcement, { calls: { doReleaseData, doReovkeData } })
