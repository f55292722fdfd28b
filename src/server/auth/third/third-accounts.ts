import { randomUUID } from 'node:crypto'
import { Refused, type Reader, type Tx } from '../../../../engine/server/index.ts'
import { timeText } from '../../clock.ts'
import type { ThirdPerson } from './provider.ts'

/** An account of another provider that has been here. */
export interface ThirdAccount {
  readonly id: string
  readonly type: string
  readonly userId: string | null
  readonly username: string
  readonly realname: string
  readonly avatar: string
}

const MOST_TEXT = 200

const accounts = (db: Reader | Tx) =>
  db.selectFrom('sys_third_account').select(['id', 'third_type', 'user_id', 'username', 'realname', 'avatar'])

type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number]

const accountOf = (row: AccountRow): ThirdAccount => ({
  id: row.id,
  type: row.third_type,
  userId: row.user_id,
  username: row.username ?? '',
  realname: row.realname ?? '',
  avatar: row.avatar ?? '',
})

export async function readThirdAccount(db: Reader | Tx, id: string): Promise<ThirdAccount | undefined> {
  const row = await accounts(db).where('id', '=', id).executeTakeFirst()
  return row && accountOf(row)
}

/** The account of a person at a provider, as the provider names them today; a new one is bound to nobody. */
export async function keepThirdAccount(tx: Tx, type: string, person: ThirdPerson): Promise<ThirdAccount> {
  const short = (text: string) => text.slice(0, MOST_TEXT)
  const names = { username: short(person.username), realname: short(person.realname), avatar: person.avatar.slice(0, 1000) }
  const row = await tx
    .insertInto('sys_third_account')
    .values({ id: randomUUID(), third_type: type, third_user_uuid: short(person.uuid), ...names, created: timeText() })
    .onConflict((conflict) => conflict.columns(['third_type', 'third_user_uuid']).doUpdateSet(names))
    .returning(['id', 'third_type', 'user_id', 'username', 'realname', 'avatar'])
    .executeTakeFirstOrThrow()
  return accountOf(row)
}

export async function boundAccounts(db: Reader, userId: string): Promise<ThirdAccount[]> {
  const rows = await accounts(db).where('user_id', '=', userId).orderBy('third_type').execute()
  return rows.map(accountOf)
}

/** Bind an account to a user. Call it in a transaction locked for the user (`bindLock`). */
export async function bindAccount(tx: Tx, { id, type }: ThirdAccount, userId: string): Promise<void> {
  const other = await accounts(tx).where('user_id', '=', userId).where('third_type', '=', type).executeTakeFirst()
  if (other) throw new Refused('该用户已绑定同一平台的其他账号，请先解绑')
  const bound = await tx
    .updateTable('sys_third_account')
    .set({ user_id: userId })
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .executeTakeFirst()
  if (bound.numUpdatedRows === 0n) throw new Refused('该第三方账号已绑定其他用户')
}

/** Two bindings of one user do not happen at the same time. */
export const bindLock = (userId: string): string => `third account of ${userId}`

/** A person unbinds their account; false if there was none. */
export async function unbindAccount(tx: Tx, userId: string, type: string): Promise<boolean> {
  const unbound = await tx
    .updateTable('sys_third_account')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .where('third_type', '=', type)
    .executeTakeFirst()
  return unbound.numUpdatedRows > 0n
}
