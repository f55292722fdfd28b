import type { FeedMessage } from './messages.ts'

/** How far a topic has been told: a number, or null when from now. */
interface Cursor {
  seq: number | null
  /** Its numbering ended, so what is shown has to be read anew. */
  stale: boolean
}

/**
 * How far each topic has been told, and which messages are news: each event is handed on once and without a hole before it.
 * A hole, wherever it came from, is handed on as `resync`.
 */
export class Cursors {
  readonly #topics = new Map<string, Cursor>()
  #epoch: string | undefined

  /** Follow these topics and no others; answers which are new and which are left. */
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

  /** The numbering that holds from now on; under another one the old numbers mean nothing. */
  enter(epoch: string): void {
    if (this.#epoch !== undefined && this.#epoch !== epoch) {
      for (const cursor of this.#topics.values()) {
        cursor.stale ||= cursor.seq !== null
        cursor.seq = null
      }
    }
    this.#epoch = epoch
  }

  /** What to ask for: every topic with the number that was told last. */
  asked(): Record<string, number | null> {
    return Object.fromEntries([...this.#topics].map(([topic, { seq }]) => [topic, seq]))
  }

  /** The news in a message, if there is any. */
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
