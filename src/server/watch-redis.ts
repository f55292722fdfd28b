import type { Redis } from 'ioredis'
import type { Warn } from './warn.ts'

interface RedisWords {
  readonly lost: string
  readonly back: string
  readonly warn: Warn
}

/** Say, once each, when a connection to Redis was lost, even if the next one is made at once, and when it is back; answers how to close it. */
export function watchRedis(redis: Redis, { lost, back, warn }: RedisWords): () => void {
  let isAway = false
  let isClosed = false
  const away = (reason: string) => {
    if (!isAway && !isClosed) warn(`${lost}：${reason}`)
    isAway = true
  }
  redis.on('error', (error: Error) => away(error.message))
  redis.on('close', () => away('连接已断开'))
  redis.on('ready', () => {
    if (isAway) warn(back)
    isAway = false
  })
  return () => {
    isClosed = true
    redis.disconnect()
  }
}
