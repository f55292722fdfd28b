import type { Redis } from 'ioredis'

interface RedisWords {
  readonly lost: string
  readonly back: string
  said(sentence: string): void
}

/** Say, once each, when a connection to Redis was lost, even if the next one is made at once, and when it is back; answers how to close it. */
export function toldRedis(redis: Redis, { lost, back, said }: RedisWords): () => void {
  let isAway = false
  let isClosed = false
  const away = (reason: string) => {
    if (!isAway && !isClosed) said(`${lost}：${reason}`)
    isAway = true
  }
  redis.on('error', (error: Error) => away(error.message))
  redis.on('close', () => away('连接已断开'))
  redis.on('ready', () => {
    if (isAway) said(back)
    isAway = false
  })
  return () => {
    isClosed = true
    redis.disconnect()
  }
}
