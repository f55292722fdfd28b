import { Secret, TOTP } from 'otpauth'

const PERIOD = 30_000

/**
 * A telephone with dynamic codes: the first is of this moment, so that it still holds if its time ends meanwhile; the next is of the time
 * after it, and holds already.
 */
export function codeTelephone(secret: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  let last = Date.now() - PERIOD
  return () => totp.generate({ timestamp: (last += PERIOD) })
}
