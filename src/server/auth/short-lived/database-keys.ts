import type { Database, Tx } from '../../../../engine/server/index.ts'
import { fullKey, hashOf, MOST_TRIES, type KeyPurpose, type NewKey, type OneTimeKeys } from './one-time-keys.ts'

/** Keys that anyone may make without a login: more of one purpose than this, and the oldest go. */
const MOST = 10_000
/** So often a node looks whether there are too many. */
const LOOK_EVERY = 100

/** The oldest keys of a purpose that has too many. */
async function removeOldest(tx: Tx, purpose: KeyPurpose): Promise<void> {
  const of = tx.selectFrom('sys_one_time_key').select('expires').where('purpose', '=', purpose)
  const last = await of.orderBy('expires', 'desc').offset(MOST).limit(1).executeTakeFirst()
  if (!last) return
  await tx.deleteFrom('sys_one_time_key').where('purpose', '=', purpose).where('expires', '<=', last.expires).execute()
}

interface Place {
  readonly db: Database
  now(): number
}

/** What can be used at this moment: count a try, give one back, use the key up. */
function uses({ db, now }: Place): Pick<OneTimeKeys, 'take' | 'try' | 'giveBack'> {
  const change = (tx: Tx, purpose: KeyPurpose, key: string) =>
    tx.updateTable('sys_one_time_key').where('key_hash', '=', hashOf(purpose, key))
  return {
    async take(purpose, key) {
      const row = await db.write((tx) =>
        tx
          .deleteFrom('sys_one_time_key')
          .where('key_hash', '=', hashOf(purpose, key))
          .where('expires', '>', now())
          .returningAll()
          .executeTakeFirst(),
      )
      if (!row) return undefined
      const again = (tx: Tx) =>
        tx
          .insertInto('sys_one_time_key')
          .values(row)
          .onConflict((conflict) => conflict.column('key_hash').doNothing())
          .execute()
      return { userId: row.user_id, data: row.data ?? '', restore: async () => void (await db.write(again)) }
    },
    async try(purpose, key) {
      const row = await db.write((tx) =>
        change(tx, purpose, key)
          .set((eb) => ({ tries: eb('tries', '+', 1) }))
          .where('expires', '>', now())
          .where('tries', '<', MOST_TRIES)
          .returning(['user_id', 'data'])
          .executeTakeFirst(),
      )
      return row && { userId: row.user_id, data: row.data ?? '' }
    },
    async giveBack(purpose, key) {
      const back = (tx: Tx) =>
        change(tx, purpose, key)
          .set((eb) => ({ tries: eb('tries', '-', 1) }))
          .where('tries', '>', 0)
          .execute()
      await db.write(back)
    },
  }
}

/** One-time keys in the database. */
export function databaseKeys(db: Database, now: () => number = Date.now): OneTimeKeys {
  let kept = 0
  const insert = (tx: Tx, key: string, options: NewKey) => {
    const { purpose, userId, data, lifetime } = fullKey(options)
    const row = { key_hash: hashOf(purpose, key), purpose, user_id: userId, data, tries: 0, expires: now() + lifetime }
    return tx.insertInto('sys_one_time_key').values(row)
  }
  const clean = async (tx: Tx, { purpose }: NewKey): Promise<void> => {
    await tx.deleteFrom('sys_one_time_key').where('expires', '<=', now()).execute()
    if (++kept % LOOK_EVERY === 0) await removeOldest(tx, purpose)
  }
  return {
    ...uses({ db, now }),
    keep: (key, options) =>
      db.write(async (tx) => {
        await clean(tx, options)
        const { userId: user_id, data } = fullKey(options)
        await insert(tx, key, options)
          .onConflict((conflict) =>
            conflict.column('key_hash').doUpdateSet((eb) => ({ user_id, data, tries: 0, expires: eb.ref('excluded.expires') })),
          )
          .execute()
      }),
    keepNew: (key, options) =>
      db.write(async (tx) => {
        await clean(tx, options)
        const spent = tx.deleteFrom('sys_one_time_key').where('tries', '>=', MOST_TRIES)
        await spent.where('key_hash', '=', hashOf(options.purpose, key)).execute()
        const done = await insert(tx, key, options)
          .onConflict((conflict) => conflict.column('key_hash').doNothing())
          .executeTakeFirst()
        return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
      }),
  }
}
