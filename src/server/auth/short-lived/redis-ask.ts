import type { Redis } from 'ioredis'
import { Unavailable } from '../../../../engine/server/index.ts'
import { watchRedis } from '../../watch-redis.ts'
import type { Warn } from '../../warn.ts'

/** Runs a script in Redis, as one step for all nodes; answers texts, none for nothing. Throws `Unavailable` while Redis is away. */
export type RedisAsk = (script: string, keys: readonly string[], values: readonly (string | number)[]) => Promise<readonly string[]>

export interface AskedRedis {
  readonly ask: RedisAsk
  close(): void
}

interface AskedRedisOptions {
  /** The client, which is loaded only where there is an address. */
  readonly client: typeof Redis
  readonly url: string
  /** Nodes of one database share what they ask, and no others. */
  readonly prefix: string
  /** Redis was lost or is back. */
  readonly warn: Warn
}

const away = '验证服务暂时不可用，请稍后再试！'
/** A Redis that does not answer is as good as none. */
const PATIENCE = 3_000

const textsOf = (answer: unknown): string[] => {
  const list: readonly unknown[] = Array.isArray(answer) ? answer : answer === null || answer === undefined ? [] : [answer]
  return list.map(String)
}

/**
 * Connects to Redis and waits a moment for it. Nothing waits in a queue: whatever cannot be asked now is refused with a sentence, so
 * that nobody gets an answer for what Redis does not know.
 */
export async function askRedis({ client, url, prefix, warn }: AskedRedisOptions): Promise<AskedRedis> {
  const retryStrategy = (tries: number) => Math.min(200 * tries, 3_000)
  const patience = { commandTimeout: PATIENCE, connectTimeout: PATIENCE }
  const options = { enableOfflineQueue: false, maxRetriesPerRequest: 0, lazyConnect: true, keyPrefix: prefix, retryStrategy, ...patience }
  const redis = new client(url, options)
  const close = watchRedis(redis, {
    lost: 'Redis 连接中断，恢复之前不能登录、不能使用验证码',
    back: 'Redis 已恢复连接，可以登录并使用验证码',
    warn,
  })
  await redis.connect().catch(() => undefined)
  return {
    async ask(script, keys, values) {
      const answer: unknown = await redis.eval(script, keys.length, ...keys, ...values).catch((error: Error) => {
        // A script that Redis refuses is our fault, and no reason to try again.
        if (error.name === 'ReplyError' && !/^(LOADING|READONLY|OOM|MISCONF|MASTERDOWN)/.test(error.message)) throw error
        throw new Unavailable(away)
      })
      return textsOf(answer)
    },
    close,
  }
}
