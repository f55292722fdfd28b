import type { Database, Engine, FeedSink } from '../../../engine/server/index.ts'
import type { AnyEntity } from '../../../engine/schema/index.ts'
import type { Access } from '../access/access.ts'
import type { Logins } from '../auth/logins.ts'
import { noBus, redisBus, type FeedBus } from './bus.ts'
import { openEventStore } from './event-store.ts'
import { Hub } from './hub.ts'
import { followNews, forgetSaid, loginWords, writtenWords } from './node-news.ts'
import { topicRights, type TopicRights } from './readers.ts'
import { openSockets, type Sockets } from './sockets.ts'
import { warnOnce, type Warn } from '../warn.ts'

/**
 * How often a node polls for news that nobody announced: the only way without Redis, and for messages that Redis lost. A little more
 * often than once a second, so that a login or a right that was taken away is gone on every node within a second.
 */
const LOOK = 800
const BEAT = 5_000
const RECHECK = 30_000
const PURGE = 10 * 60_000
/** Entities that decide who may follow what. Changes of roles and permissions come from `Access`, of logins from `Logins`. */
const deciding = ['course', 'courseTeacher', 'assistant', 'user', 'student', 'role']

/** The feed of a running node. */
export interface LiveFeed {
  readonly hub: Hub
  readonly rights: TopicRights
  readonly sockets: Sockets
  close(): void
}

interface FeedDeps {
  readonly engine: Engine
  readonly access: Access
  readonly logins: Logins
  readonly warn: Warn
}

/** The feed before the engine exists: what the engine receives, and how to start the rest afterwards. */
export interface OpenedFeed {
  /** The name of the database among those that share a Redis. */
  readonly epoch: string
  readonly sink: FeedSink
  start(deps: FeedDeps): Promise<LiveFeed>
}

/**
 * Repeat for as long as the server runs, never two at a time; after a failure (the database is down) try again next time. What a stopping
 * server interrupts is no failure.
 */
function every(milliseconds: number, work: () => Promise<unknown> | void, warn: Warn): () => void {
  let isOver = false
  let running: Promise<void> | undefined
  const attempt = warnOnce((sentence) => void (isOver || warn(sentence)), '实时消息的后台工作没有完成，稍后再试')
  const timer = setInterval(() => {
    running ??= attempt(work).finally(() => (running = undefined))
  }, milliseconds)
  timer.unref()
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

/** Store, hub, bus and sockets of one node. */
export async function createLiveFeed(given: {
  readonly db: Database
  readonly entities: readonly AnyEntity[]
  readonly redisUrl: string | undefined
}): Promise<OpenedFeed> {
  const { db, entities, redisUrl } = given
  const byName = new Map(entities.map((entity) => [String(entity.name), entity]))
  const entityOf = (name: string): AnyEntity => {
    const entity = byName.get(name)
    if (!entity) throw new Error(`there is no entity ${name}`)
    return entity
  }
  const redis = redisUrl ? { client: (await import('ioredis')).Redis, url: redisUrl } : undefined
  const store = await openEventStore({ db, entityOf })
  let committed: FeedSink['committed'] = () => undefined
  return {
    epoch: store.epoch,
    sink: {
      store: async (tx, items) => [...(await store.store(tx, items)), ...loginWords(items)],
      committed: (words, entities) => committed(words, entities),
    },
    async start({ engine, access, logins, warn }) {
      const hub = new Hub(engine, store)
      const memory = { engine, access, logins }
      const heard = (words: readonly string[]) => {
        forgetSaid(memory, words)
        hub.told(words)
      }
      const bus: FeedBus = redis ? redisBus({ ...redis, channel: `shiyan:feed:${store.epoch}`, heard, warn }) : noBus
      // This node knows at once, without asking what it has just written; the others know before the writer has its answer.
      committed = (words, entities) => {
        heard(words)
        return bus.publish([...words, ...writtenWords(entities)])
      }
      const rights = topicRights(engine)
      const sockets = openSockets({ hub, rights, logins })
      access.onChange(() => sockets.recheck())
      logins.onChange((key) => sockets.recheck(key))
      engine.onWrite((entitiesWritten) => {
        if (deciding.some((name) => entitiesWritten.has(name))) sockets.recheck()
      })
      await followNews(hub, memory)
      const stops = [
        every(BEAT, () => sockets.beat(), warn),
        every(RECHECK, () => sockets.review(), warn),
        every(PURGE, () => store.purge(), warn),
        ...(db.dialect === 'postgres' ? [every(LOOK, () => hub.look(), warn)] : []),
      ]
      const close = () => {
        for (const stop of stops) stop()
        bus.close()
      }
      return { hub, rights, sockets, close }
    },
  }
}
