import { Secret, TOTP } from 'otpauth'

const PERIOD = 30_000

/**
 * A telephone that shows two codes, each once: that of this half minute, which the server still takes in the next one, and that of the
 * next, which it takes already. It would refuse a third.
 */
export function codeTelephone(secret: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  let last = Date.now() - PERIOD
  return () => totp.generate({ timestamp: (last += PERIOD) })
}
