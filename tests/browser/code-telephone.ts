import { Secret, TOTP } from 'otpauth'

const PERIOD = 30_000

/** A telephone with dynamic codes: each code that it shows is of a later time than the one before. */
export function codeTelephone(secret: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  let last = Date.now() - 2 * PERIOD
  return () => totp.generate({ timestamp: (last += PERIOD) })
}
