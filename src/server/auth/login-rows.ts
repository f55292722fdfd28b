import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { chunksOf, NotSignedIn, type Reader, type Tx } from '../../../engine/server/index.ts'
import { departsOf, rolesOf } from './accounts.ts'

/** A login ends when it is not used for this long. */
export const IDLE = 60 * 60_000
/** The same for a login that its owner asked to keep; the browser forgets a login at that age too. */
const REMEMBERED = 7 * 24 * 60 * 60_000
/** Logins that one person may have at once; one more ends the oldest. */
const MOST_LOGINS = 10
const replaced = 'replaced'
export const loginReplaced = '您的账号登录过多，最早的登录已退出，请重新登录'

/** The account signed in so often since then that this login is no longer among the newest. */
export class LoginReplaced extends NotSignedIn {
  constructor() {
    super(`Token失效：${loginReplaced}!`)
  }
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/

const keyOf = (token: string): string => hash('sha256', token, 'base64url')

/** The key of the login that a token belongs to; undefined if the token is malformed. */
export const keyOfToken = (token: unknown): string | undefined =>
  typeof token === 'string' && TOKEN.test(token) ? keyOf(token) : undefined

/** The token that a connection sent last, and its key: hashing it takes longer than looking up its login. */
const lastSent = new WeakMap<Socket, { readonly token: string; readonly key: string }>()

/** The key of the login that a request names in X-Access-Token, the only place where a request's token is looked for. */
export function keyOfRequest({ headers, socket }: FastifyRequest): string | undefined {
  const token = headers['x-access-token']
  const known = lastSent.get(socket)
  if (known && known.token === token) return known.key
  const key = keyOfToken(token)
  if (key !== undefined) lastSent.set(socket, { token: String(token), key })
  return key
}

export interface NewLogin {
  readonly userId: string
  readonly ip: string
  readonly agent: string
  /** Whether it lasts for a week instead of an hour. */
  readonly isRemembered?: boolean
}

/** The role and department that a login works with. */
export interface LoginChoice {
  readonly role?: string
  readonly orgCode?: string
}

/** What was chosen if it is still held, otherwise the first that is. */
export const stillHeld = (held: readonly string[], chosen: string | null | undefined): string =>
  held.find((one) => one === chosen) ?? held[0] ?? ''

/** The role and department chosen last if the user still has them, otherwise the first of each. */
export async function choiceOf(tx: Reader | Tx, userId: string): Promise<{ role: string; orgCode: string }> {
  const last = await tx.selectFrom('sys_user_choice').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const roles = (await rolesOf(tx, userId)).map((role) => role.roleCode)
  const departs = (await departsOf(tx, userId)).map((depart) => depart.orgCode)
  return { role: stillHeld(roles, last?.role_code), orgCode: stillHeld(departs, last?.org_code) }
}

/** End all but the newest ten logins of a user and return their keys. The rows stay until they would have expired, to tell the reason. */
async function endOldest(tx: Tx, userId: string, at: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('sys_session')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .where('expires', '>', at)
    .orderBy('created', 'desc')
    .orderBy('token_hash')
    .execute()
  const keys = rows.slice(MOST_LOGINS).map((row) => row.token_hash)
  if (keys.length) await tx.updateTable('sys_session').set({ ended: replaced }).where('token_hash', 'in', keys).execute()
  return keys
}

/** Add a login and delete expired ones; the token is returned once and stored nowhere. */
export async function insertLogin(tx: Tx, { userId, ip, agent, isRemembered = false }: NewLogin, at: number) {
  const token = randomBytes(32).toString('base64url')
  const choice = await choiceOf(tx, userId)
  await tx.deleteFrom('sys_session').where('expires', '<', at).execute()
  await tx
    .insertInto('sys_session')
    .values({
      token_hash: keyOf(token),
      token: randomUUID(),
      user_id: userId,
      role_code: choice.role,
      org_code: choice.orgCode,
      ip,
      agent: agent.slice(0, 200),
      created: new Date(at).toISOString(),
      last_used: at,
      expires: at + (isRemembered ? REMEMBERED : IDLE),
      idle: isRemembered ? REMEMBERED : null,
    })
    .execute()
  return { token, ...choice, ended: await endOldest(tx, userId, at) }
}

/** Change the role or department of a login, and remember the choice for the next one. */
export async function updateChoice(tx: Tx, { key, userId, role, orgCode }: LoginChoice & { key: string; userId: string }): Promise<void> {
  const values = { ...(role === undefined ? {} : { role_code: role }), ...(orgCode === undefined ? {} : { org_code: orgCode }) }
  await tx.updateTable('sys_session').set(values).where('token_hash', '=', key).execute()
  await tx
    .insertInto('sys_user_choice')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** End one login; false if it is not there. */
export async function endLogin(tx: Tx, key: string): Promise<boolean> {
  const gone = await tx.deleteFrom('sys_session').where('token_hash', '=', key).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** A department's code has changed: everyone who works in it, or chose it last, continues under the new code. */
export async function followDepartment(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable('sys_session').set({ org_code: to }).where('org_code', '=', from).execute()
  await tx.updateTable('sys_user_choice').set({ org_code: to }).where('org_code', '=', from).execute()
}

/** Remove all logins of these users, in the transaction that makes it necessary. */
export async function endLoginsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await tx.deleteFrom('sys_session').where('user_id', 'in', userIds).execute()
}

/** The keys of the logins of these users that work with a role which their user does not hold any more. */
export async function loginsInLostRoles(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const keys: string[] = []
  for (const some of chunksOf(userIds)) {
    const rows = await tx
      .selectFrom('sys_session as s')
      .select('s.token_hash as key')
      .where('s.user_id', 'in', some)
      .where('s.role_code', '<>', '')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('sys_user_role as m')
              .innerJoin('sys_role as r', 'r.id', 'm.role_id')
              .select('r.id')
              .whereRef('m.user_id', '=', 's.user_id')
              .whereRef('r.role_code', '=', 's.role_code'),
          ),
        ),
      )
      .execute()
    keys.push(...rows.map(({ key }) => key))
  }
  return keys
}

/** Live logins with their user, if the account may still be used. */
const liveLogins = (db: Reader, at: number) =>
  db
    .selectFrom('sys_session as s')
    .innerJoin('sys_user as u', 'u.id', 's.user_id')
    .where('s.expires', '>', at)
    .where('s.ended', 'is', null)
    .where('u.status', '=', 1)
    .where('u.del_flag', '=', 0)

/** The row of a live login with its user. */
export function liveLogin(db: Reader, key: string, at: number) {
  return liveLogins(db, at)
    .select(['u.id', 'u.username', 'u.realname', 's.role_code', 's.org_code', 's.last_used', 's.idle'])
    .select(['s.view_id', 's.view_user', 's.view_role', 's.view_until'])
    .where('s.token_hash', '=', key)
    .executeTakeFirst()
}

/** The keys of a user's live logins, if the account may still be used. */
export async function liveKeys(db: Reader, userId: string, at: number): Promise<string[]> {
  const rows = await liveLogins(db, at).select('s.token_hash').where('s.user_id', '=', userId).execute()
  return rows.map((row) => row.token_hash)
}

/** Why a key does not belong to a live login. */
export async function notSignedInReason(db: Reader, key: string): Promise<NotSignedIn> {
  const row = await db.selectFrom('sys_session').select('ended').where('token_hash', '=', key).executeTakeFirst()
  return row?.ended === replaced ? new LoginReplaced() : new NotSignedIn()
}
