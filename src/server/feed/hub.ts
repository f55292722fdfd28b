import type { Actor, Engine } from '../../../engine/server/index.ts'
import type { Resync, Subscribed } from '../../feed/messages.ts'
import type { EventStore } from './event-store.ts'
import { groupOf } from './readers.ts'
import { TopicLog, type LoggedEvent } from './topic-log.ts'
import { writeOut } from './write-out.ts'

/** A follower of topics on this node, woken when one of them has news. */
export interface TopicFollower {
  wake(): void
}

/** The next events for a reader: texts to send, numbered without a gap, and the reader's position after them. */
export interface NextEvents {
  readonly texts: readonly string[]
  readonly seq: number
}

interface Followed {
  readonly log: Promise<TopicLog>
  readonly followers: Set<TopicFollower>
}

/** All events of followed topics on this node; each is read and serialised once for all readers of the same kind. */
export class Hub {
  readonly #engine: Engine
  readonly #store: EventStore
  readonly #topics = new Map<string, Followed>()

  constructor(engine: Engine, store: EventStore) {
    this.#engine = engine
    this.#store = store
  }

  get epoch(): string {
    return this.#store.epoch
  }

  async #openLog(topic: string): Promise<TopicLog> {
    const last = await this.#store.lastOf([topic])
    return new TopicLog(this.#store, topic, last.get(topic) ?? 0)
  }

  /** Follow a topic from now on; answers its last number. */
  async follow(topic: string, follower: TopicFollower): Promise<number> {
    let followed = this.#topics.get(topic)
    if (!followed) {
      followed = { log: this.#openLog(topic), followers: new Set() }
      this.#topics.set(topic, followed)
    }
    followed.followers.add(follower)
    try {
      const log = await followed.log
      await log.advance()
      return log.head
    } catch (error) {
      this.leave(topic, follower)
      throw error
    }
  }

  leave(topic: string, follower: TopicFollower): void {
    const followed = this.#topics.get(topic)
    followed?.followers.delete(follower)
    if (followed?.followers.size === 0) this.#topics.delete(topic)
  }

  /** The events after this number of a followed topic; empty if it is the last. */
  async next(topic: string, seq: number, actor: Actor): Promise<NextEvents | undefined> {
    const log = await this.#topics.get(topic)?.log
    return log && this.#step(log, seq, actor)
  }

  async #step(log: TopicLog, seq: number, actor: Actor): Promise<NextEvents | undefined> {
    const events = await log.after(seq)
    if (typeof events === 'string') return resync(log.topic, log.head, events)
    const last = events.at(-1)
    return last && { texts: await this.#texts(log.topic, events, actor), seq: last.seq }
  }

  /** The texts of events for readers like this one, serialised when the first of them needs them. */
  #texts(topic: string, events: readonly LoggedEvent[], actor: Actor): Promise<string[]> {
    const group = groupOf(topic, actor)
    const missing = events.filter(({ texts }) => !texts.has(group))
    if (missing.length) {
      const written = writeOut({ engine: this.#engine, topic, actor }, missing)
      for (const [index, { texts }] of missing.entries()) {
        const text = written.then((all) => all[index] ?? '')
        texts.set(group, text)
        text.catch(() => texts.delete(group))
      }
    }
    return Promise.all(events.flatMap(({ texts }) => texts.get(group) ?? []))
  }

  /** The messages since these numbers of one epoch, of topics that need not be followed: for clients that poll instead of listening. */
  async ask(asked: ReadonlyMap<string, number | null>, { epoch, actor }: { epoch: string; actor: Actor }): Promise<string[]> {
    const last = await this.#store.lastOf([...asked.keys()])
    const texts: string[] = []
    for (const [topic, seq] of asked) {
      const head = last.get(topic) ?? 0
      if (seq === null) texts.push(JSON.stringify({ cmd: 'subscribed', topic, seq: head } satisfies Subscribed))
      else if (epoch !== this.epoch) texts.push(...resync(topic, head, 'epoch').texts)
      else texts.push(...((await this.#step(new TopicLog(this.#store, topic, head), seq, actor))?.texts ?? []))
    }
    return texts
  }

  /** There may be news of these topics. */
  told(topics: Iterable<string>): void {
    for (const topic of topics) {
      const followed = this.#topics.get(topic)
      if (followed) void this.#advance(followed).catch(() => undefined)
    }
  }

  /** Read on and wake the followers; a failure is made up for by the next poll or event. */
  async #advance({ log: opening, followers }: Followed): Promise<void> {
    const log = await opening
    await log.advance()
    for (const follower of followers) follower.wake()
  }

  /** Look in the database for news of the followed topics that nobody announced. */
  async look(): Promise<void> {
    const last = await this.#store.lastOf([...this.#topics.keys()])
    for (const [topic, seq] of last) {
      const followed = this.#topics.get(topic)
      const log = await followed?.log
      if (!followed || !log || log.head >= seq) continue
      await this.#advance(followed)
      if (log.head >= seq) continue
      log.reach(seq)
      for (const follower of followed.followers) follower.wake()
    }
  }
}

/** The single message that tells a client to read again. */
export function resync(topic: string, seq: number, reason: Resync['reason']): NextEvents {
  return { texts: [JSON.stringify({ cmd: 'resync', topic, seq, reason } satisfies Resync)], seq }
}
