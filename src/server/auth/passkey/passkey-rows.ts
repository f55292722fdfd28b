import type { Reader, Tx } from '../../../../engine/server/index.ts'
import { parts } from '../../../sent-values.ts'

/** A stored public key with which a user signs in. */
export interface Passkey {
  readonly id: string
  readonly userId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly created: string
  readonly lastUsed: string | null
}

const passkeys = (db: Reader | Tx) =>
  db
    .selectFrom('sys_passkey')
    .select(['id', 'user_id as userId', 'public_key as publicKey', 'counter', 'transports', 'name', 'created', 'last_used as lastUsed'])

export async function passkeysOf(db: Reader | Tx, userId: string): Promise<Passkey[]> {
  const rows = await passkeys(db).where('user_id', '=', userId).orderBy('created').orderBy('id').execute()
  return rows.map((row) => ({ ...row, transports: parts(row.transports) }))
}

export async function readPasskey(db: Reader, id: string): Promise<Passkey | undefined> {
  const row = await passkeys(db).where('id', '=', id).executeTakeFirst()
  return row && { ...row, transports: parts(row.transports) }
}

export async function insertPasskey(tx: Tx, { transports, ...key }: Omit<Passkey, 'lastUsed'>): Promise<void> {
  await tx
    .insertInto('sys_passkey')
    .values({
      id: key.id,
      user_id: key.userId,
      public_key: key.publicKey,
      counter: key.counter,
      transports: transports.join(','),
      name: key.name,
      created: key.created,
    })
    .execute()
}

/** Record a use; false if another use of the key was counted meanwhile, as when a key was copied. */
export async function noteUse(tx: Tx, key: Passkey, { counter, at }: { counter: number; at: string }): Promise<boolean> {
  const counted = await tx
    .updateTable('sys_passkey')
    .set({ counter, last_used: at })
    .where('id', '=', key.id)
    .where('counter', '=', key.counter)
    .executeTakeFirst()
  return counted.numUpdatedRows > 0n
}
