import { randomBytes } from 'node:crypto'

/** Argon2id with the parameters that OWASP recommends; the library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The native library loads with the first password. */
const argon2 = () => import('@node-rs/argon2')

let decoy: Promise<string> | undefined

/** One-way hash of a password. */
export const hashPassword = async (secret: string): Promise<string> => (await argon2()).hash(secret, cost)

/**
 * Whether the password belongs to the stored hash. Without a stored hash it takes as long and says no,
 * so that the time of an answer does not tell which accounts exist.
 */
export async function passwordFits(stored: string | undefined, secret: string): Promise<boolean> {
  const { verify } = await argon2()
  if (stored) return verify(stored, secret).catch(() => false)
  decoy ??= hashPassword(randomBytes(24).toString('base64url'))
  await verify(await decoy, secret).catch(() => false)
  return false
}

/** A password for a first account: letters, digits and a special character, never ambiguous ones. */
export function randomPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
  const letters = [...randomBytes(14)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}-${letters.slice(10)}k7`
}
