import type { FastifyInstance } from 'fastify'
import type { Engine } from '../../../engine/server/index.ts'
import { messageTypes, sendStates, type MessageType } from '../../../schemas/platform/message-types.ts'
import { asSystem } from '../access/system-actor.ts'
import { channelsOf, type ChannelSettings } from './channels.ts'
import { claimMessage, dueMessages, endTry, noteTypes, type MessageClaim } from './message-queue.ts'
import { coalesced, type Coalesced } from './coalesced.ts'
import { isMessageType, type Outgoing } from './outgoing.ts'
import { Undeliverable } from './undeliverable.ts'
import type { Warn } from '../warn.ts'

/** How often a node looks for what is due; its own writes wake it at once. */
const LOOK = 1_000
const AT_ONCE = 50
/** How many messages of a type a node sends at the same time. */
const LANES = 5

interface Deps {
  readonly engine: Engine
  readonly config: ChannelSettings
  readonly warn: Warn
}

type Channels = ReturnType<typeof channelsOf>
interface Sending {
  readonly message: Outgoing
  readonly type: MessageType
  readonly sentBefore: number
}

async function readMessage({ db }: Engine, id: string): Promise<Sending | undefined> {
  const row = await db.read
    .selectFrom('sys_sms')
    .select(['es_title', 'es_content', 'es_receiver', 'es_type', 'es_send_num'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || !isMessageType(row.es_type)) return undefined
  const message = { id, title: row.es_title, content: row.es_content, receiver: row.es_receiver }
  return { message, type: row.es_type, sentBefore: row.es_send_num ?? 0 }
}

async function tried(channels: Channels, { message, type }: Sending): Promise<Error | undefined> {
  try {
    await channels[type].send(message)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Note how a try went, unless this node was too slow and the message is another one's by now. */
const note = (
  engine: Engine,
  channels: Channels,
  claim: MessageClaim,
  { sending, fault }: { sending: Sending; fault: Error | undefined },
) =>
  engine.db.write(async (tx) => {
    const { message, type, sentBefore } = sending
    const outcome = fault ? (fault instanceof Undeliverable ? 'hopeless' : 'failed') : 'sent'
    if (!(await endTry(tx, claim, outcome))) return
    if (!fault) await channels[type].store?.(tx, message)
    const sent = fault
      ? { esSendStatus: sendStates.failed, esResult: fault.message }
      : { esSendStatus: sendStates.sent, esSendTime: engine.now(), esResult: null }
    const row = { id: message.id, esSendNum: sentBefore + 1, ...sent }
    await engine.write({ entity: 'message', operation: 'edit', rows: [row], ...asSystem }, tx)
  })

async function sendOne(engine: Engine, channels: Channels, due: { readonly id: string; readonly due: number }): Promise<void> {
  const claim = await claimMessage(engine.db, due)
  if (!claim) return
  const sending = await readMessage(engine, claim.id)
  if (sending) await note(engine, channels, claim, { sending, fault: await tried(channels, sending) })
  else await engine.db.write((tx) => endTry(tx, claim, 'hopeless'))
}

/** Sends what is due of one type, on this node or another one. */
const sendType = (deps: Deps, channels: Channels, type: MessageType): Coalesced =>
  coalesced(deps, async (isClosing) => {
    const { engine } = deps
    const lane = async (waiting: { readonly id: string; readonly due: number }[]) => {
      for (let due = waiting.shift(); due && !isClosing(); due = waiting.shift()) await sendOne(engine, channels, due)
    }
    for (let count = AT_ONCE; count === AT_ONCE && !isClosing();) {
      const waiting = await dueMessages(engine.db.read, type, AT_ONCE)
      count = waiting.length
      // A lane that fails leaves none of the others running on their own.
      const lanes = await Promise.allSettled(Array.from({ length: LANES }, () => lane(waiting)))
      const failed = lanes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
    }
  })

/** Each type has its own sender, so that none waits while the other end of another one does not answer. */
function sendMessages(deps: Deps, channels: Channels): { close(): Promise<void> } {
  const senders = Object.values(messageTypes).map((type) => sendType(deps, channels, type))
  const send = () => senders.forEach((sender) => sender.run())
  const types = coalesced(deps, async (isClosing) => {
    while (!isClosing() && (await noteTypes(deps.engine.db)) > 0) send()
  })
  let isClosing = false
  const timer = setInterval(() => {
    types.run()
    send()
  }, LOOK)
  timer.unref()
  deps.engine.onWrite((entities) => {
    if (entities.has('message') && !isClosing) send()
  })
  return {
    async close() {
      isClosing = true
      clearInterval(timer)
      await Promise.all([types, ...senders].map((one) => one.close()))
    },
  }
}

/** Messages are sent while the server listens, as jobs run. */
export function sendMessagesOf(app: FastifyInstance, deps: Deps): void {
  let sending: ReturnType<typeof sendMessages> | undefined
  app.addHook('preClose', async () => sending?.close())
  app.addHook('onListen', async () => {
    sending = sendMessages(deps, channelsOf(deps.engine, deps.config, app.log))
  })
}
