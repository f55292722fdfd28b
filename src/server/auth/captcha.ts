import { LRUCache } from 'lru-cache'

const LIFETIME = 5 * 60_000
const MOST = 10_000

/** Picture codes in memory. Each answers one check, right or wrong, and is gone. */
export interface Captchas {
  /** Draw a code for a key that the browser chose; the answer is a data URI. */
  draw(key: string): Promise<string>
  /** Whether the text is the key's code. Throws nothing; the code is used up either way. */
  take(key: string, text: string): boolean
}

type Picture = { readonly text: string; readonly data: string }

async function paint(): Promise<Picture> {
  const { create } = await import('svg-captcha')
  return create({ size: 4, noise: 2, width: 105, height: 40, ignoreChars: '0oO1iIlL', color: true, background: '#fff' })
}

/** Codes that live five minutes; the oldest are dropped when very many are requested. A test's clock must start at 1, because the cache reads 0 as no time. */
export function createCaptchas(now: () => number = Date.now, picture: () => Picture | Promise<Picture> = paint): Captchas {
  const codes = new LRUCache<string, string>({ max: MOST, ttl: LIFETIME, ttlResolution: 0, perf: { now } })
  return {
    async draw(key) {
      const { text, data } = await picture()
      codes.set(key, text.toLowerCase())
      return `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}`
    },
    take(key, text) {
      const code = codes.get(key)
      codes.delete(key)
      return code !== undefined && code === text.trim().toLowerCase()
    },
  }
}
