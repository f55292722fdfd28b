import type { FeedMessage } from './messages.ts'

/** How far a topic has been delivered: an event number, or null to start from now. */
interface Cursor {
  seq: number | null
  /** Its numbering ended, so what is shown has to be read again. */
  stale: boolean
}

/**
 * How far each topic has been delivered, and which messages are new: each event is passed on once and without a gap before it. A gap,
 * wherever it comes from, is passed on as `resync`.
 */
export class Cursors {
  readonly #topics = new Map<string, Cursor>()
  #epoch: string | undefined

  /** Follow exactly these topics; returns which ones are new and which ones were left. */
  follow(topics: readonly string[]): { added: string[]; left: string[] } {
    const left = [...this.#topics.keys()].filter((topic) => !topics.includes(topic))
    const added = topics.filter((topic) => !this.#topics.has(topic))
    for (const topic of left) this.#topics.delete(topic)
    for (const topic of added) this.#topics.set(topic, { seq: null, stale: false })
    return { added, left }
  }

  get epoch(): string | undefined {
    return this.#epoch
  }

  /** The numbering in force from now on; numbers of another one mean nothing. */
  enter(epoch: string): void {
    if (this.#epoch !== undefined && this.#epoch !== epoch) {
      for (const cursor of this.#topics.values()) {
        cursor.stale ||= cursor.seq !== null
        cursor.seq = null
      }
    }
    this.#epoch = epoch
  }

  /** What to request: every topic with the last number delivered. */
  asked(): Record<string, number | null> {
    return Object.fromEntries([...this.#topics].map(([topic, { seq }]) => [topic, seq]))
  }

  /** The new part of a message, if there is any. */
  take(message: FeedMessage): FeedMessage | undefined {
    if (message.cmd === 'refused') {
      const { topics = [message.topic] } = message
      return topics.filter((topic) => this.#topics.delete(topic)).length ? message : undefined
    }
    const { topic } = message
    const cursor = this.#topics.get(topic)
    if (!cursor) return undefined
    const { seq } = message
    const last = cursor.seq
    if (message.cmd === 'event') {
      if (last === null || seq <= last) return undefined
      cursor.seq = seq
      if (seq > last + 1) return { cmd: 'resync', topic, seq, reason: 'gap' }
      return message.type === 'hidden' ? undefined : message
    }
    if (message.cmd === 'subscribed' && last !== null) return undefined
    cursor.seq = seq
    const wasStale = cursor.stale
    cursor.stale = false
    return wasStale && message.cmd === 'subscribed' ? { cmd: 'resync', topic, seq, reason: 'epoch' } : message
  }
}
