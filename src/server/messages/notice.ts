import type { Engine, Tx } from '../../../engine/server/index.ts'
import { asSystem, systemActor } from '../access/system-actor.ts'
import { timeText } from '../clock.ts'
import { noteTurns, tellReaders } from '../platform/announcement-turns.ts'
import { textOfHtml } from './fill-template.ts'
import type { Outgoing } from './outgoing.ts'
import { userIdsOf } from './receivers.ts'

/** How long a message stands in the lists of its readers. */
const SHOWN = 365 * 24 * 60 * 60_000
const ABSTRACT = 200

/** Put a message into the lists and behind the bell of its receivers. It has the id of the message, so it cannot be there twice. */
export async function storeNotice(engine: Engine, tx: Tx, { id, title, content, receiver }: Outgoing): Promise<void> {
  const now = engine.now()
  const notice = {
    id,
    titile: title,
    msgCategory: '2',
    msgAbstract: Array.from(textOfHtml(content)).slice(0, ABSTRACT).join('') || title,
    msgContent: content,
    msgType: 'USER' as const,
    userIds: (await userIdsOf(tx, receiver)).join(),
    priority: 'M',
    sender: systemActor.realname,
    sendStatus: 1 as const,
    sendTime: now,
    endTime: timeText(Date.now() + SHOWN),
  }
  await engine.write({ entity: 'announcement', operation: 'add', rows: [notice], ...asSystem }, tx)
  await noteTurns(tx, id, now)
  await tellReaders(engine, tx, id)
}
