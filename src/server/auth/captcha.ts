import { create } from 'svg-captcha'

const LIFETIME = 5 * 60_000
const MOST = 10_000

/** Picture codes in memory. Each answers one check, right or wrong, and is gone. */
export interface Captchas {
  /** Draw a code for a key that the browser chose; the answer is a data URI. */
  draw(key: string): string
  /** Whether the text is the key's code. Throws nothing; the code is used up either way. */
  take(key: string, text: string): boolean
}

const paint = () => create({ size: 4, noise: 2, width: 105, height: 40, ignoreChars: '0oO1iIlL', color: true, background: '#fff' })

/** Codes that live five minutes; the oldest go first when very many are asked for. */
export function createCaptchas(now: () => number = Date.now, picture: () => { text: string; data: string } = paint): Captchas {
  const codes = new Map<string, { text: string; until: number }>()
  return {
    draw(key) {
      const { text, data } = picture()
      codes.delete(key)
      codes.set(key, { text: text.toLowerCase(), until: now() + LIFETIME })
      for (const oldest of codes.keys()) {
        if (codes.size <= MOST) break
        codes.delete(oldest)
      }
      return `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}`
    },
    take(key, text) {
      const held = codes.get(key)
      codes.delete(key)
      return held !== undefined && held.until > now() && held.text === text.trim().toLowerCase()
    },
  }
}
