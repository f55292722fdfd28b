import type { Database } from '../../../../engine/server/index.ts'
import { databaseKeys } from './database-keys.ts'
import type { OneTimeKeys } from './one-time-keys.ts'
import { askRedis, type RedisAsk } from './redis-ask.ts'
import { redisKeys } from './redis-keys.ts'
import { redisTries } from './redis-tries.ts'
import { ownTries, type TriesUnderWay } from './tries-under-way.ts'
import type { Warn } from '../../warn.ts'

/** What is known for minutes only: in Redis if there is one, otherwise in the database. */
export interface ShortLived {
  readonly keys: OneTimeKeys
  readonly tries: TriesUnderWay
  /** Redis itself, if there is one. */
  readonly ask?: RedisAsk
  close(): void
}

interface ShortLivedOptions {
  readonly db: Database
  readonly redisUrl: string | undefined
  /** The name of the database among those that share a Redis. */
  readonly epoch: string
  readonly warn: Warn
}

export async function openShortLived({ db, redisUrl, epoch, warn }: ShortLivedOptions): Promise<ShortLived> {
  if (!redisUrl) return { keys: databaseKeys(db), tries: ownTries(), close: () => undefined }
  const { Redis } = await import('ioredis')
  const { ask, close } = await askRedis({ client: Redis, url: redisUrl, prefix: `shiyan:${epoch}:`, warn })
  return { keys: redisKeys(ask), tries: redisTries(ask), ask, close }
}
