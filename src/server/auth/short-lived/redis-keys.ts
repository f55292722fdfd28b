import type { RedisAsk } from './redis-ask.ts'
import { fullKey, hashOf, MOST_TRIES, type NewKey, type OneTimeKeys } from './one-time-keys.ts'

/** A key is a hash of user, data and tries, which Redis removes when it is too old. Each script is one step for all nodes. */
const keep = `
  redis.call('del', KEYS[1])
  redis.call('hset', KEYS[1], 'user', ARGV[1], 'data', ARGV[2], 'tries', ARGV[3])
  redis.call('pexpire', KEYS[1], ARGV[4])
  return 1`
const keepNew = `
  local tries = redis.call('hget', KEYS[1], 'tries')
  if tries and tonumber(tries) < tonumber(ARGV[5]) then return 0 end
  ${keep.trim()}`
const take = `
  local found = redis.call('hmget', KEYS[1], 'user', 'data', 'tries')
  if not found[1] then return nil end
  found[4] = tostring(redis.call('pttl', KEYS[1]))
  redis.call('del', KEYS[1])
  return found`
const count = `
  local tries = redis.call('hget', KEYS[1], 'tries')
  if not tries or tonumber(tries) >= tonumber(ARGV[1]) then return nil end
  redis.call('hincrby', KEYS[1], 'tries', 1)
  return redis.call('hmget', KEYS[1], 'user', 'data')`
const giveBack = `
  local tries = redis.call('hget', KEYS[1], 'tries')
  if tries and tonumber(tries) > 0 then redis.call('hincrby', KEYS[1], 'tries', -1) end
  return 1`

const owner = (user: string): string | null => user || null

/** One-time keys in Redis. */
export function redisKeys(ask: RedisAsk): OneTimeKeys {
  const place = (purpose: NewKey['purpose'], key: string) => [`key:${hashOf(purpose, key)}`]
  const values = (options: NewKey, tries = 0) => {
    const { userId, data, lifetime } = fullKey(options)
    return [userId ?? '', data, tries, lifetime, MOST_TRIES]
  }
  return {
    keep: async (key, options) => void (await ask(keep, place(options.purpose, key), values(options))),
    keepNew: async (key, options) => (await ask(keepNew, place(options.purpose, key), values(options)))[0] === '1',
    async take(purpose, key) {
      const [user, data = '', tries, left] = await ask(take, place(purpose, key), [])
      if (user === undefined) return undefined
      const userId = owner(user)
      const again = values({ purpose, userId, data, lifetime: Math.max(Number(left), 1) }, Number(tries))
      return { userId, data, restore: async () => void (await ask(keepNew, place(purpose, key), again)) }
    },
    async try(purpose, key) {
      const [user, data = ''] = await ask(count, place(purpose, key), [MOST_TRIES])
      return user === undefined ? undefined : { userId: owner(user), data }
    },
    giveBack: async (purpose, key) => void (await ask(giveBack, place(purpose, key), [])),
  }
}
