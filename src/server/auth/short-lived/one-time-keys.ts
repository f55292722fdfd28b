import { hash, randomBytes } from 'node:crypto'
import type { SmsPurpose } from '../phone/sms-purposes.ts'

/** What a key is good for; it opens nothing else. */
export type KeyPurpose =
  | 'captcha'
  | `sms-${SmsPurpose}`
  | 'two-step'
  | 'two-step-enrol'
  | 'passkey-add'
  | 'passkey-login'
  | 'third-state'
  | 'third-bind'
  | 'third-login'

const LIFETIME = 5 * 60_000
/** Wrong answers after which a key is worth nothing. */
export const MOST_TRIES = 5

/** What a key stands for. */
export interface OneTimeKey {
  readonly userId: string | null
  readonly data: string
}

export interface NewKey {
  readonly purpose: KeyPurpose
  /** Whose key it is, if that is known already. */
  readonly userId?: string | null | undefined
  readonly data?: string
  /** In milliseconds. */
  readonly lifetime?: number
}

/** A key that was used up, and how it can be made usable again. */
export interface TakenKey extends OneTimeKey {
  restore(): Promise<void>
}

/** Keys that are right once and for a short time, known to all nodes; only their hash is stored. */
export interface OneTimeKeys {
  /** Remember a key that someone else has made, instead of what it stood for before. */
  keep(key: string, options: NewKey): Promise<void>
  /** The same unless it can still be used; of several callers one is told that it was kept. */
  keepNew(key: string, options: NewKey): Promise<boolean>
  /** Use a key up: of several callers one gets what it stands for. */
  take(purpose: KeyPurpose, key: string): Promise<TakenKey | undefined>
  /** Count a try with a key that a wrong answer leaves usable; nothing after five tries. */
  try(purpose: KeyPurpose, key: string): Promise<OneTimeKey | undefined>
  /** The try was right, so it costs nothing. */
  giveBack(purpose: KeyPurpose, key: string): Promise<void>
}

/** A key as it is stored, with the defaults of what was not said. */
export const fullKey = ({ purpose, userId, data, lifetime }: NewKey) => ({
  purpose,
  userId: userId ?? null,
  data: data ?? '',
  lifetime: lifetime ?? LIFETIME,
})

/** One key opens one thing: the same text may be a key of another purpose. */
export const hashOf = (purpose: KeyPurpose, key: string): string => hash('sha256', `${purpose} ${key}`, 'base64url')

/** A new key; it is answered once. */
export async function issueKey(keys: OneTimeKeys, options: NewKey): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  await keys.keep(key, options)
  return key
}

interface Spending {
  readonly purpose: KeyPurpose
  readonly key: string
  /** What is thrown if the key is not right, or another call was quicker. */
  gone(): Error
  /** Whether what the key stands for is still what the caller has checked. */
  readonly isSame?: (taken: OneTimeKey) => boolean
}

/** Use a key up for some work. If the work fails the key can be used again; only the work of one caller is done. */
export async function spendKey<T>(
  keys: OneTimeKeys,
  { purpose, key, gone, isSame }: Spending,
  work: (taken: OneTimeKey) => Promise<T>,
): Promise<T> {
  const taken = await keys.take(purpose, key)
  if (!taken) throw gone()
  if (isSame && !isSame(taken)) {
    await taken.restore()
    throw gone()
  }
  try {
    return await work(taken)
  } catch (error) {
    await taken.restore().catch(() => undefined)
    throw error
  }
}
