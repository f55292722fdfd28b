import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

/** Argon2id with the parameters that OWASP recommends; the library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let decoy: Promise<string> | undefined

/** One-way hash of a password. */
export const hashPassword = (secret: string): Promise<string> => hash(secret, cost)

/**
 * Whether the password belongs to the stored hash. Without a stored hash it takes as long and says no,
 * so that the time of an answer does not tell which accounts exist.
 */
export async function passwordFits(stored: string | undefined, secret: string): Promise<boolean> {
  if (stored) return verify(stored, secret).catch(() => false)
  decoy ??= hash(randomBytes(24).toString('base64url'), cost)
  await verify(await decoy, secret).catch(() => false)
  return false
}

/** A password for a first account: letters, digits and a special character, never ambiguous ones. */
export function randomPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
  const letters = [...randomBytes(14)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}-${letters.slice(10)}k7`
}
