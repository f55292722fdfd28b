import { hash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../engine/server/index.ts'

/** What a key is good for; it opens nothing else. */
export type KeyPurpose = 'two-step' | 'two-step-enrol' | 'passkey-add' | 'passkey-login' | 'third-state' | 'third-bind' | 'third-login'

const LIFETIME = 5 * 60_000
/** Wrong answers after which a key is worth nothing. */
const MOST_TRIES = 5

interface NewKey {
  readonly purpose: KeyPurpose
  /** Whose key it is, if that is known already. */
  readonly userId?: string | undefined
  readonly data?: string
  /** In milliseconds. */
  readonly lifetime?: number
}

/** What a key stands for. */
export interface OneTimeKey {
  readonly userId: string | null
  readonly data: string
}

const hashOf = (key: string): string => hash('sha256', key, 'base64url')

/** Remember a key that someone else has made, such as a challenge. Expired keys are removed on the way. */
export async function keepKey(tx: Tx, key: string, { purpose, userId, data = '', lifetime = LIFETIME }: NewKey): Promise<void> {
  const at = Date.now()
  await tx.deleteFrom('sys_one_time_key').where('expires', '<', at).execute()
  await tx
    .insertInto('sys_one_time_key')
    .values({ key_hash: hashOf(key), purpose, user_id: userId ?? null, data, expires: at + lifetime })
    .execute()
}

/** A new key; it is answered once, and only its hash is stored. */
export async function issueKey(tx: Tx, options: NewKey): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  await keepKey(tx, key, options)
  return key
}

/** Use a key up: of several callers one gets what it stands for. */
export async function takeKey(tx: Tx, purpose: KeyPurpose, key: string): Promise<OneTimeKey | undefined> {
  const row = await tx
    .deleteFrom('sys_one_time_key')
    .where('key_hash', '=', hashOf(key))
    .where('purpose', '=', purpose)
    .where('expires', '>', Date.now())
    .returning(['user_id', 'data'])
    .executeTakeFirst()
  return row && { userId: row.user_id, data: row.data ?? '' }
}

/** Count a try with a key that a wrong answer leaves usable; nothing after five tries. */
export async function tryKey(tx: Tx, purpose: KeyPurpose, key: string): Promise<OneTimeKey | undefined> {
  const row = await tx
    .updateTable('sys_one_time_key')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('key_hash', '=', hashOf(key))
    .where('purpose', '=', purpose)
    .where('expires', '>', Date.now())
    .where('tries', '<', MOST_TRIES)
    .returning(['user_id', 'data'])
    .executeTakeFirst()
  return row && { userId: row.user_id, data: row.data ?? '' }
}
