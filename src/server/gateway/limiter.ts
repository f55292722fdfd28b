import { LRUCache } from 'lru-cache'
import { Unavailable } from '../../../engine/server/index.ts'
import type { RedisAsk } from '../auth/short-lived/redis-ask.ts'
import type { RateLimit } from './compile-route.ts'

/** Takes a token out of the bucket of this key; false if there is none. */
export interface Limiter {
  take(key: string, limit: RateLimit): Promise<boolean>
  /** Full buckets again. */
  clear(): void
}

/** A flood of addresses pushes out those that were quiet longest; their buckets would be full again. */
const MOST_KEPT = 50_000

/** The buckets of this node alone. */
function ownLimiter(): Limiter {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: MOST_KEPT })
  return {
    async take(key, { rate, burst }) {
      const now = performance.now()
      const kept = buckets.get(key)
      const tokens = kept ? Math.min(burst, kept.tokens + ((now - kept.at) * rate) / 1000) : burst
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now })
      return tokens >= 1
    },
    clear: () => buckets.clear(),
  }
}

/** One step for all nodes, by the clock of Redis. */
const script = `
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
  local kept = redis.call('hmget', KEYS[1], 'tokens', 'at')
  local tokens = tonumber(kept[1]) or burst
  tokens = math.min(burst, tokens + math.max(0, now - (tonumber(kept[2]) or now)) * rate / 1000)
  local passes = tokens >= 1
  if passes then tokens = tokens - 1 end
  redis.call('hset', KEYS[1], 'tokens', tostring(tokens), 'at', tostring(now))
  redis.call('pexpire', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
  return passes and 1 or 0`

/** The buckets in Redis if there is one, shared by all nodes; otherwise, and while it is away, each node has its own. */
export function openLimiter(ask: RedisAsk | undefined): Limiter {
  const own = ownLimiter()
  if (!ask) return own
  return {
    async take(key, limit) {
      try {
        const [passes] = await ask(script, [`gateway:${key}`], [limit.rate, limit.burst])
        return passes === '1'
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        return own.take(key, limit)
      }
    },
    // Those in Redis are full again within the time that a bucket takes, and then gone.
    clear: () => own.clear(),
  }
}
