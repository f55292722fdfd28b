import { anything, arrayOf, mapOf, objectOf, open, unionOf, type JsonOf } from '../../../engine/json-schema-parts.ts'
import { jsonReader } from '../../../engine/server/index.ts'

/** What a client may send. */
export type Frame =
  | { readonly cmd: 'heartbeat' }
  | { readonly cmd: 'subscribe'; readonly epoch: string | undefined; readonly topics: ReadonlyMap<string, number | null> }
  | { readonly cmd: 'unsubscribe'; readonly topics: readonly string[] }

/** A word, a colon, and the id of what is followed. */
const TOPIC = '^[a-z]{1,20}:[A-Za-z0-9_-]{1,64}$'
const isTopicText = new RegExp(TOPIC)
const MOST_NAMED = 200

/** A topic as it may be named; whether one may follow it is another question. */
export const isTopic = (value: unknown): value is string => typeof value === 'string' && isTopicText.test(value)
/** A number of an event, or 0 before the first. */
export const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** A frame as it is written. */
type Sent =
  | { readonly cmd: 'heartbeat' }
  | { readonly cmd: 'subscribe'; readonly topics: Readonly<Record<string, number | null>>; readonly epoch?: unknown }
  | { readonly cmd: 'unsubscribe'; readonly topics: readonly unknown[] }
type SentAs<C> = Extract<Sent, { cmd: C }>

const seqOrNow: JsonOf<number | null> = { type: ['integer', 'null'], minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const positions = { ...mapOf(seqOrNow), maxProperties: MOST_NAMED, propertyNames: { pattern: TOPIC } }
const names = { ...arrayOf(anything), maxItems: MOST_NAMED }

const sent: JsonOf<Sent> = unionOf('cmd', {
  heartbeat: {},
  subscribe: open(
    objectOf<SentAs<'subscribe'>>({
      required: { cmd: true, topics: true },
      properties: { cmd: anything, topics: positions, epoch: anything },
    }),
  ),
  unsubscribe: open(
    objectOf<SentAs<'unsubscribe'>>({ required: { cmd: true, topics: true }, properties: { cmd: anything, topics: names } }),
  ),
})
const read = jsonReader(sent)

/** A frame that can be read, or undefined. The specification's clients send only `HeartBeat`. */
export function readFrame(text: string): Frame | undefined {
  if (/^"?heartbeat"?$/i.test(text)) return { cmd: 'heartbeat' }
  const frame = read(text)
  if (frame?.cmd === 'unsubscribe') return { cmd: frame.cmd, topics: frame.topics.filter(isTopic) }
  if (frame?.cmd !== 'subscribe') return frame
  const { cmd, epoch, topics } = frame
  return { cmd, epoch: typeof epoch === 'string' ? epoch : undefined, topics: new Map(Object.entries(topics)) }
}
