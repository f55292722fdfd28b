import type { RedisAsk } from './redis-ask.ts'
import type { TriesUnderWay } from './tries-under-way.ts'

/** A try of a node that died is forgotten after this time, which is longer than any lasts. */
const LONGEST = 60_000

/** A key is a sorted set of tries by the time at which they are forgotten, by the clock of Redis. */
const clean = `
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  for _, key in ipairs(KEYS) do redis.call('zremrangebyscore', key, '-inf', now) end`
const enter = `${clean}
  local before = {}
  for place, key in ipairs(KEYS) do
    before[place] = redis.call('zcard', key)
    if before[place] >= tonumber(ARGV[place + 2]) then return nil end
  end
  for _, key in ipairs(KEYS) do
    redis.call('zadd', key, now + ARGV[2], ARGV[1])
    redis.call('pexpire', key, ARGV[2])
  end
  return before`
const count = `${clean}
  return redis.call('zcard', KEYS[1])`
const leave = `
  for _, key in ipairs(KEYS) do redis.call('zrem', key, ARGV[1]) end
  return 1`

/** The tries of all nodes, in Redis. */
export function redisTries(ask: RedisAsk): TriesUnderWay {
  const places = (keys: readonly { readonly key: string }[]) => keys.map(({ key }) => `try:${key}`)
  return {
    async enter(id, keys) {
      const before = await ask(enter, places(keys), [id, LONGEST, ...keys.map(({ most }) => most)])
      return before.length > 0 ? before.map(Number) : undefined
    },
    count: async (key) => Number((await ask(count, [`try:${key}`], []))[0]),
    // One that cannot be taken back now counts until it is forgotten.
    leave: (id, keys) => void ask(leave, places(keys), [id]).catch(() => undefined),
  }
}
