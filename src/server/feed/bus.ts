import type { Redis } from 'ioredis'
import { watchRedis } from '../watch-redis.ts'
import type { Warn } from '../warn.ts'

/** Tells the other nodes what has happened on this one. Messages may get lost; the database is authoritative. */
export interface FeedBus {
  /** Resolves when all nodes that listen have been sent the words, or soon after if that cannot be known. */
  publish(words: readonly string[]): Promise<void>
  close(): void
}

/** A single node has nobody to tell. */
export const noBus: FeedBus = { publish: () => Promise.resolve(), close: () => undefined }

/** A write waits for Redis no longer than this (milliseconds). */
const PATIENCE = 200

interface RedisBusOptions {
  /** The client, which is loaded only where there is an address. */
  readonly client: typeof Redis
  readonly url: string
  /** Nodes of one database hear each other, and no others. */
  readonly channel: string
  heard(words: readonly string[]): void
  /** Redis was lost or is back. */
  readonly warn: Warn
}

const wordsIn = (message: string): string[] => message.split('\n').filter((word) => word !== '')

/** Redis between the nodes. Nothing is kept while it is down: the nodes find the news by polling the database. */
export function redisBus({ client, url, channel, heard, warn }: RedisBusOptions): FeedBus {
  const options = { enableOfflineQueue: false, maxRetriesPerRequest: null, retryStrategy: (tries: number) => Math.min(200 * tries, 3_000) }
  const sender = new client(url, { ...options, commandTimeout: PATIENCE })
  const listener = new client(url, { ...options, enableOfflineQueue: true })
  const close = watchRedis(sender, { lost: 'Redis 连接中断，实时消息改为每秒查询数据库', back: 'Redis 已恢复连接', warn })
  listener.on('error', () => undefined)
  listener.on('message', (_channel: string, message: string) => heard(wordsIn(message)))
  listener.subscribe(channel).catch(() => undefined)
  return {
    publish: (words) =>
      sender.publish(channel, words.join('\n')).then(
        () => undefined,
        () => undefined,
      ),
    close() {
      close()
      listener.disconnect()
    },
  }
}
