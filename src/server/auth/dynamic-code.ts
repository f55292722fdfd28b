import { randomInt } from 'node:crypto'

/** The name under which a telephone keeps the account. */
const issuer = '实验课程考察'
/** A telephone's clock may be this many periods of 30 seconds off. */
const WINDOW = 1
const RECOVERY_CODES = 10
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** The library loads with the first code. */
const library = () => import('otpauth')

/** A new secret, and the address that a telephone reads from its picture. */
export async function newSecret(username: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await library()
  const totp = new TOTP({ issuer, label: username, secret: new Secret({ size: 20 }) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The period of 30 seconds to which a code belongs; undefined if it is wrong. */
export async function stepOf(secret: string, code: string, now: number = Date.now()): Promise<number | undefined> {
  const { Secret, TOTP } = await library()
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}

const letters = (count: number): string => Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Codes for a lost telephone, each for one sign-in. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => `${letters(5)}-${letters(5)}`)

/** A recovery code as it was issued, however it was typed. */
export const recoveryCodeOf = (typed: string): string =>
  typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^(.{5})/, '$1-')
