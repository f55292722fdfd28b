import { newId, type AddedRow, type Actor, type Database, type Engine, type Reader, type Tx } from '../../../engine/server/index.ts'
import type { MessageType } from '../../../schemas/platform/message-types.ts'
import { inNameOf } from '../access/system-actor.ts'

/** Longer than a try may take on any channel, so that a node that still sends keeps its claim. */
const LEASE = 60_000
/** Milliseconds until the next try, after each that failed. */
const pauses = [2_000, 10_000, 60_000, 600_000, 3_600_000] as const
/** How often a message is tried before it is given up. */
export const MESSAGE_TRIES = pauses.length + 1

/** A message that this node sends. */
export interface MessageClaim {
  readonly id: string
  readonly tries: number
  readonly claim: string
}

/** Moments as the entity has them stand for Asia/Shanghai. */
const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`)

/** Have a message sent at its time, or now. */
export async function putIntoQueue(tx: Tx, id: string, time: string | null | undefined): Promise<void> {
  const row = { message_id: id, due: time ? momentOf(time) : Date.now(), tries: 0, claim: null }
  await tx
    .insertInto('sys_message_queue')
    .values(row)
    .onConflict((conflict) => conflict.column('message_id').doUpdateSet({ due: row.due, tries: 0, claim: null }))
    .execute()
}

/** Give a message that was given up one more try; it keeps its place if it waits already. */
export const tryOnceMore = (tx: Tx, id: string) =>
  tx
    .insertInto('sys_message_queue')
    .values({ message_id: id, due: Date.now(), tries: MESSAGE_TRIES - 1, claim: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Take a message out of the queue; false while a node is sending it. */
export async function takeFromQueue(tx: Tx, id: string): Promise<boolean> {
  const now = Date.now()
  await tx
    .deleteFrom('sys_message_queue')
    .where('message_id', '=', id)
    .where(({ eb, or }) => or([eb('claim', 'is', null), eb('due', '<', now)]))
    .execute()
  return (await tx.selectFrom('sys_message_queue').select('due').where('message_id', '=', id).executeTakeFirst()) === undefined
}

/** The messages of a type that are due, the oldest first. */
export const dueMessages = (db: Reader, type: MessageType, most: number) =>
  db
    .selectFrom('sys_message_queue as q')
    .innerJoin('sys_sms as m', 'm.id', 'q.message_id')
    .select(['q.message_id as id', 'q.due'])
    .where('q.due', '<=', Date.now())
    .where('m.es_type', '=', type)
    .orderBy('q.due')
    .limit(most)
    .execute()

/** Take a message that is due for this node; undefined if another node was first. */
export const claimMessage = (db: Database, { id, due }: { readonly id: string; readonly due: number }): Promise<MessageClaim | undefined> =>
  db.write(async (tx) => {
    const claim = newId()
    const row = await tx
      .updateTable('sys_message_queue')
      .set({ due: Date.now() + LEASE, claim })
      .where('message_id', '=', id)
      .where('due', '=', due)
      .returning('tries')
      .executeTakeFirst()
    return row && { id, tries: row.tries, claim }
  })

/** End a try: the message leaves the queue, or waits for the next one. False if the claim was lost meanwhile. */
export async function endTry(tx: Tx, { id, tries, claim }: MessageClaim, outcome: 'sent' | 'failed' | 'hopeless'): Promise<boolean> {
  const pause = outcome === 'failed' ? pauses[tries] : undefined
  const held =
    pause === undefined
      ? tx.deleteFrom('sys_message_queue').where('message_id', '=', id).where('claim', '=', claim).returning('message_id')
      : tx
          .updateTable('sys_message_queue')
          .set({ due: Date.now() + pause, tries: tries + 1, claim: null })
          .where('message_id', '=', id)
          .where('claim', '=', claim)
          .returning('message_id')
  return (await held.executeTakeFirst()) !== undefined
}

/** Have messages sent once this transaction is committed; if it fails, nothing is sent. */
export async function queueMessages(
  engine: Engine,
  tx: Tx,
  by: Actor,
  rows: readonly (Required<Pick<AddedRow<'message'>, 'esTitle' | 'esType' | 'esReceiver' | 'esContent'>> & AddedRow<'message'>)[],
): Promise<void> {
  await engine.write({ entity: 'message', operation: 'add', rows, actor: inNameOf(by), fields: 'all', scope: 'none' }, tx)
}
