import {
  anything,
  anyText,
  arrayOf,
  anyNumber,
  objectOf,
  oneOf,
  orNull,
  nonEmptyText,
  unionOf,
  integer,
  type JsonOf,
} from '../../engine/json-schema-parts.ts'
import { asFarAs, readJson } from '../../engine/outside.ts'
import type { FeedEvent, FeedMessage, Polled, ServerMessage } from './messages.ts'

type MessageAs<C> = Extract<ServerMessage, { cmd: C }>
const cmd = anything
const values: JsonOf<Readonly<Record<string, unknown>>> = { type: 'object' }

/** What an event says of a write, as it is sent and as it is stored. */
export const writeFields = {
  entity: anyText,
  id: anyText,
  operation: anyText,
  changed: arrayOf(anyText),
  version: integer,
  by: anyText,
  byName: anyText,
  event: oneOf('submission', 'help', 'helpCancelled'),
} as const

const event = objectOf<FeedEvent>({
  required: { cmd: true, topic: true, seq: true, at: true, type: true },
  properties: {
    cmd,
    topic: nonEmptyText,
    seq: integer,
    at: anyNumber,
    type: nonEmptyText,
    ...writeFields,
    row: orNull(values),
    before: values,
    body: values,
  },
})
const subscribed = objectOf<MessageAs<'subscribed'>>({
  required: { cmd: true, topic: true, seq: true },
  properties: { cmd, topic: nonEmptyText, seq: integer },
})
const resync = objectOf<MessageAs<'resync'>>({
  required: { cmd: true, topic: true, seq: true, reason: true },
  properties: { cmd, topic: nonEmptyText, seq: integer, reason: oneOf('gap', 'epoch', 'lag') },
})
const refused = objectOf<MessageAs<'refused'>>({
  required: { cmd: true, topic: true, message: true },
  properties: { cmd, topic: anyText, topics: arrayOf(anyText), message: anyText },
})
const welcome = objectOf<MessageAs<'welcome'>>({
  required: { cmd: true, epoch: true, heartbeat: true, time: true },
  properties: { cmd, epoch: nonEmptyText, heartbeat: anyNumber, time: anyNumber },
})
const heartcheck = objectOf<MessageAs<'heartcheck'>>({ required: { cmd: true, time: true }, properties: { cmd, time: anyNumber } })

const news = { event, subscribed, resync, refused }
const feedMessage: JsonOf<FeedMessage> = unionOf('cmd', news)
const serverMessage: JsonOf<ServerMessage> = unionOf('cmd', { ...news, welcome, heartcheck })
const polled = objectOf<Polled>({
  required: { epoch: true, time: true, messages: true },
  properties: { epoch: nonEmptyText, time: anyNumber, messages: arrayOf(feedMessage) },
})

/** A message of the server; undefined if it cannot be read or if this page does not know its kind. */
export const readMessage = (sent: string): ServerMessage | undefined => readJson(serverMessage, sent)

/** The server's answer to a poll. Messages that cannot be read are left out, which a gap in their numbers shows. */
export const readPolled = (sent: unknown): Polled | undefined => asFarAs(polled, sent)
