import type { OneTimeKeys } from './short-lived/one-time-keys.ts'

const purpose = 'captcha'

/** Picture codes, the same on every node. Each answers one check, right or wrong, within five minutes. */
export interface Captchas {
  /** Draw a code for a key that the browser chose; the answer is a data URI. */
  draw(key: string): Promise<string>
  /** Whether the text is the key's code; it is used up either way. */
  take(key: string, text: string): Promise<boolean>
}

type Picture = { readonly text: string; readonly data: string }

async function paint(): Promise<Picture> {
  const { create } = await import('svg-captcha')
  return create({ size: 4, noise: 2, width: 105, height: 40, ignoreChars: '0oO1iIlL', color: true, background: '#fff' })
}

export function createCaptchas(keys: OneTimeKeys, picture: () => Picture | Promise<Picture> = paint): Captchas {
  return {
    async draw(key) {
      const { text, data } = await picture()
      await keys.keep(key, { purpose, data: text.toLowerCase() })
      return `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}`
    },
    take: async (key, text) => (await keys.take(purpose, key))?.data === text.trim().toLowerCase(),
  }
}
