import type { Reader } from '../../../../engine/server/index.ts'
import { barredNames } from '../../identity/barred-names.ts'
import { newStudent } from '../../identity/new-student.ts'
import { accountName } from '../accounts.ts'
import { randomPassword } from '../password.ts'

const LONGEST_NAME = 40
/** Names are tried with these numbers. */
const suffixes = Array.from({ length: 99 }, (_, index) => index + 1)

/** A user name that is free: the wish itself, or with the wished number, or with the next that is free. */
export async function freeName(db: Reader, wish: string, suffix?: number): Promise<string> {
  const cleaned = accountName(wish).replaceAll(/[^\p{L}\p{N}._@-]/gu, '')
  const stem = (cleaned || 'user').slice(0, LONGEST_NAME)
  const first = suffix === undefined ? [stem] : [`${stem}${suffix}`]
  const names = [...first, ...suffixes.map((number) => `${stem}${number}`)]
  const rows = await db.selectFrom('sys_user').select('username').where('username', 'in', names).execute()
  const taken = new Set([...(await barredNames(db, names)), ...rows.map((row) => row.username)])
  return names.find((name) => !taken.has(name)) ?? `${stem}${Date.now()}`
}

/** A new user for an account of another provider: like one who registers, with a password that nobody knows. */
export async function newUserRow(db: Reader, { username, phone }: { username: string; phone?: string }) {
  const given = phone === undefined ? {} : { phone }
  return newStudent(db, { username, password: randomPassword(), ...given })
}
