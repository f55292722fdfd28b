import { randomUUID } from 'node:crypto'
import { currentElapsed, networkOf, type Reader, type Tx } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'
import { logTypes, writeLine } from '../logs/log-line.ts'

export interface LoginEvent {
  /** `password`: the old password was checked before a new one was set. `code`: an SMS code was checked; the name is the phone. */
  readonly kind: 'login' | 'logout' | 'password' | 'code'
  readonly ok: boolean
  readonly userId: string | null
  readonly username: string
  readonly ip: string
  readonly content: string
  /** Refused although the password was right, so it was not a guess. */
  readonly isNoGuess?: boolean
}

/** User names are cut to this length before they are stored or compared. */
export const LONGEST_NAME = 100

/** The person's name, as the lines of operations have it. */
async function nameOf(tx: Tx, userId: string): Promise<string | null> {
  const person = await tx.selectFrom('sys_user').select('realname').where('id', '=', userId).executeTakeFirst()
  return person?.realname ?? null
}

/** Write one line of the login log. */
export async function logLogin(tx: Tx, event: LoginEvent): Promise<void> {
  const moment = Date.now()
  const at = timeText(moment)
  const { userId, username: userid, ip, content } = event
  const username = userId === null ? null : await nameOf(tx, userId)
  const name = userid.slice(0, LONGEST_NAME)
  await writeLine(tx, { type: logTypes.login, content, userid: name, username, ip, at: moment, cost: currentElapsed() })
  await tx
    .insertInto('sys_login_log')
    .values({
      id: randomUUID(),
      user_id: event.userId,
      username: event.username.slice(0, LONGEST_NAME),
      ip: networkOf(event.ip),
      at,
      day: at.slice(0, 10),
      kind: event.kind,
      ok: event.ok ? 1 : 0,
      content: event.content.slice(0, 200),
      moment: event.kind === 'logout' || event.isNoGuess ? null : moment,
    })
    .execute()
}

const WINDOW = 10 * 60_000
/** An address is known for an account if it signed in to it within this time. */
const KNOWN = 30 * 24 * 3600_000
/** More lines than any limit asks for. */
const ENOUGH = 100

interface Try {
  readonly ip: string
  readonly username: string
  readonly at: number
}

const tries = (db: Reader, since: number) =>
  db.selectFrom('sys_login_log').select(['ok', 'moment']).where('moment', '>', since).orderBy('moment', 'desc').limit(ENOUGH)

/** How many wrong passwords an address has tried for an account since its last right one. */
export async function failuresOf(db: Reader, { ip, username, at }: Try): Promise<number> {
  const rows = await tries(db, at - WINDOW)
    .where('username', '=', username)
    .where('ip', '=', ip)
    .execute()
  const right = rows.findIndex((row) => row.ok === 1)
  return right < 0 ? rows.length : right
}

/** The times at which wrong passwords were tried for an account, or from an address, in the last ten minutes. */
export async function wrongTries(db: Reader, by: Pick<Try, 'username' | 'at'> | Pick<Try, 'ip' | 'at'>): Promise<number[]> {
  const since = tries(db, by.at - WINDOW)
  const some = 'ip' in by ? since.where('ip', '=', by.ip) : since.where('username', '=', by.username)
  const rows = await some.where('ok', '=', 0).execute()
  return rows.map((row) => row.moment ?? 0)
}

/** Whether there was a recent sign-in to the account from this address. */
export async function isKnown(db: Reader, { ip, username, at }: Try): Promise<boolean> {
  const rows = await tries(db, at - KNOWN)
    .where('username', '=', username)
    .where('ip', '=', ip)
    .where('ok', '=', 1)
    .limit(1)
    .execute()
  return rows.length > 0
}

/** Record that an address asked whether a user name is free. */
export async function logAccountCheck(tx: Tx, ip: string): Promise<void> {
  const at = timeText()
  const line = { id: randomUUID(), username: '', ip: networkOf(ip), at, day: at.slice(0, 10), kind: 'check', ok: 1, content: '' }
  await tx.insertInto('sys_login_log').values(line).execute()
}

/** How often an address asked whether a user name is free in the last ten minutes. */
export async function accountChecksOf(db: Reader | Tx, ip: string): Promise<number> {
  const since = timeText(Date.now() - WINDOW)
  const { count } = await db
    .selectFrom('sys_login_log')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('day', '>=', since.slice(0, 10))
    .where('kind', '=', 'check')
    .where('ip', '=', networkOf(ip))
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
