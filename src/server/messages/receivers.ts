import type { Reader } from '../../../engine/server/index.ts'
import { messageTypes } from '../../../schemas/platform/message-types.ts'
import { Undeliverable } from './undeliverable.ts'

/** The names and addresses of a comma list. */
export const namedIn = (receiver: string): readonly string[] => [
  ...new Set(
    receiver
      .split(/[,，;；]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]

/** Whether a message of this type has one receiver: a mail or an SMS that reached some of several could not be tried again. */
export const sendsAlone = (type: string): boolean => type !== messageTypes.system

const accountOf = async (db: Reader, username: string) => {
  const account = await db
    .selectFrom('sys_user')
    .select(['id', 'phone', 'email'])
    .where('username', '=', username)
    .where('del_flag', '=', 0)
    .executeTakeFirst()
  if (!account) throw new Undeliverable(`接收人不存在：${username}`)
  return account
}

/** A phone number, or that of an account. */
export async function phoneOf(db: Reader, receiver: string): Promise<string> {
  if (/^1[3-9]\d{9}$/.test(receiver)) return receiver
  const { phone } = await accountOf(db, receiver)
  if (!phone) throw new Undeliverable(`接收人没有手机号：${receiver}`)
  return phone
}

/** A mail address, or that of an account. */
export async function mailOf(db: Reader, receiver: string): Promise<string> {
  if (receiver.includes('@')) return receiver
  const { email } = await accountOf(db, receiver)
  if (!email) throw new Undeliverable(`接收人没有邮箱：${receiver}`)
  return email
}

/** The ids of accounts. */
export const userIdsOf = (db: Reader, receiver: string): Promise<readonly string[]> =>
  Promise.all(namedIn(receiver).map(async (name) => (await accountOf(db, name)).id))
