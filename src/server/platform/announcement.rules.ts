import { defineRules, type CallContext, type CallParams } from '../../../engine/server/index.ts'
import { announcement } from '../../../schemas/platform/announcement.ts'
import { noticeTopic } from '../../feed/notices.ts'
import { forgetTurns, noteTurns, tellReaders } from './announcement-turns.ts'

type Asked = CallContext<CallParams<'announcement', 'doReleaseData'>>

/** Everyone whom it is for can read it from now on; nothing is written for them until they read it. */
async function doReleaseData({ engine, actor, params: { id }, once }: Asked) {
  const rows = [{ id, sendTime: engine.now(), sender: actor.username }]
  await once(async (tx) => {
    await engine.write({ entity: 'announcement', operation: 'edit', rows, actor, fields: 'all', move: 'publish' }, tx)
    await noteTurns(tx, id, engine.now())
    await tellReaders(engine, tx, id)
  })
  return {}
}

async function doReovkeData({ engine, actor, params: { id }, once }: Asked) {
  const rows = [{ id, cancelTime: engine.now() }]
  await once(async (tx) => {
    await engine.write({ entity: 'announcement', operation: 'edit', rows, actor, fields: 'all', move: 'revoke' }, tx)
    await forgetTurns(tx, id)
    await tellReaders(engine, tx, id)
  })
  return {}
}

/** Tell the header again; without an announcement, everyone's. */
async function syncNotic({ engine, params, once }: CallContext<CallParams<'announcement', 'syncNotic'>>) {
  const { anntId } = params
  await once(async (tx) => {
    if (anntId) await tellReaders(engine, tx, anntId)
    else engine.announce(tx, { topic: noticeTopic, cmd: 'notice', body: {} })
  })
  return {}
}

export const announcementRules = defineRules(announcement, {
  async afterWrite({ tx, operation }, changes) {
    if (operation !== 'delete') return
    for (const { id } of changes) {
      await tx.deleteFrom('sys_announcement_send').where('annt_id', '=', id).execute()
      await forgetTurns(tx, id)
    }
  },
  calls: { doReleaseData, doReovkeData, syncNotic },
})
