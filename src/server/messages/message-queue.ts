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

interface Queued {
  readonly id: string
  readonly type: string | null
  /** When it is to be sent; now without one. */
  readonly time?: string | null | undefined
}

/** Have a message sent at its time, or now. */
export async function putIntoQueue(tx: Tx, { id, type, time }: Queued): Promise<void> {
  const values = { due: time ? momentOf(time) : Date.now(), tries: 0, claim: null, type }
  await tx
    .insertInto('sys_message_queue')
    .values({ message_id: id, ...values })
    .onConflict((conflict) => conflict.column('message_id').doUpdateSet(values))
    .execute()
}

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

/** The messages of a type that are due, the oldest first, along their index, however many wait. */
export const dueMessages = (db: Reader, type: MessageType, most: number) =>
  db
    .selectFrom('sys_message_queue')
    .select(['message_id as id', 'due'])
    .where('type', '=', type)
    .where('due', '<=', Date.now())
    .orderBy('due', (order) => order.asc().nullsFirst())
    .limit(most)
    .execute()

const TYPED_AT_ONCE = 1_000

/** Note the types of messages that the last release has queued, in this database or beside this node; answers how many it found. */
export async function noteTypes(db: Database): Promise<number> {
  const untyped = db.read.selectFrom('sys_message_queue').select('message_id').where('type', 'is', null).limit(TYPED_AT_ONCE)
  const ids = (await untyped.execute()).map((row) => row.message_id)
  if (ids.length === 0) return 0
  await db.write((tx) =>
    tx
      .updateTable('sys_message_queue')
      .set(({ fn, selectFrom, val }) => ({
        type: fn.coalesce(selectFrom('sys_sms').select('es_type').whereRef('sys_sms.id', '=', 'sys_message_queue.message_id'), val('')),
      }))
      .where('message_id', 'in', ids)
      .where('type', 'is', null)
      .execute(),
  )
  return ids.length
}

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
