/** What a client may send. */
export type Frame =
  | { readonly cmd: 'heartbeat' }
  | { readonly cmd: 'subscribe'; readonly epoch: string | undefined; readonly topics: ReadonlyMap<string, number | null> }
  | { readonly cmd: 'unsubscribe'; readonly topics: readonly string[] }

/** A word, a colon, and the id of what is followed. */
const TOPIC = /^[a-z]{1,20}:[A-Za-z0-9_-]{1,64}$/
const MOST_NAMED = 200

/** A topic as it may be named; whether one may follow it is another question. */
export const isTopic = (value: unknown): value is string => typeof value === 'string' && TOPIC.test(value)
/** A number of an event, or 0 before the first. */
export const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function subscribe(topics: unknown, epoch: unknown): Frame | undefined {
  if (typeof topics !== 'object' || topics === null || Array.isArray(topics)) return undefined
  const asked = new Map<string, number | null>()
  for (const [topic, seq] of Object.entries(topics)) {
    if (!isTopic(topic) || !(seq === null || isSeq(seq)) || asked.size >= MOST_NAMED) return undefined
    asked.set(topic, seq)
  }
  return { cmd: 'subscribe', epoch: typeof epoch === 'string' ? epoch : undefined, topics: asked }
}

/** A frame that can be read, or undefined. The document's clients say `HeartBeat` and no more. */
export function readFrame(text: string): Frame | undefined {
  if (/^"?heartbeat"?$/i.test(text)) return { cmd: 'heartbeat' }
  const { cmd, topics, epoch } = parsed(text) ?? {}
  if (cmd === 'heartbeat') return { cmd }
  if (cmd === 'subscribe') return subscribe(topics, epoch)
  if (cmd === 'unsubscribe' && Array.isArray(topics) && topics.length <= MOST_NAMED) return { cmd, topics: topics.filter(isTopic) }
  return undefined
}
