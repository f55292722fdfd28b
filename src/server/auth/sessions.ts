import { hash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { NotSignedIn, type Actor, type Database, type Tx } from '../../../engine/server/index.ts'
import type { Access } from '../access/access.ts'
import { number, text } from '../cells.ts'
import { departsOf, rolesOf } from './accounts.ts'

const IDLE = 60 * 60_000
/** How long a session in memory is believed before its row and its user are read again. */
const BELIEVED = 10_000
/** The row's last use is written at most this often. */
const WRITTEN = 60_000
const MOST_REMEMBERED = 20_000
const TOKEN = /^[A-Za-z0-9_-]{43}$/

interface Held {
  readonly actor: Actor
  readonly checked: number
  lastUsed: number
  written: number
}

/** Logins: opened by sign-in, asked at every request, ended by sign-out or by what happens to the account. */
export interface Sessions {
  /** Who sent the request, by the header X-Access-Token alone; throws NotSignedIn. */
  identify(request: FastifyRequest): Promise<Actor>
  /** Open a session in this transaction; the token is returned once and stored nowhere. */
  open(tx: Tx, login: { userId: string; ip: string; agent: string }): Promise<{ token: string; role: string; orgCode: string }>
  /** Work with another role or department from now on; the caller has checked that it is the user's own. */
  choose(request: FastifyRequest, userId: string, choice: { role?: string; orgCode?: string }): Promise<void>
  /** End the request's session; false when it had none. */
  close(request: FastifyRequest): Promise<boolean>
  /** Read every session's row and user again at its next use. */
  forget(): void
}

const keyOf = (token: string): string => hash('sha256', token, 'base64url')

function keyOfRequest(request: FastifyRequest): string | undefined {
  const token = request.headers['x-access-token']
  return typeof token === 'string' && TOKEN.test(token) ? keyOf(token) : undefined
}

/** Remove all sessions of these users, inside the transaction that gives the reason. */
export async function endSessionsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await tx.deleteFrom('sys_session').where('user_id', 'in', userIds).execute()
}

async function choiceOf(tx: Tx, userId: string): Promise<{ role: string; orgCode: string }> {
  const last = await tx.selectFrom('sys_user_choice').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const roles = (await rolesOf(tx, userId)).map((role) => role.roleCode)
  const departs = (await departsOf(tx, userId)).map((depart) => depart.orgCode)
  const known = (list: string[], value: unknown) => list.find((item) => item === value) ?? list[0] ?? ''
  return { role: known(roles, last?.role_code), orgCode: known(departs, last?.org_code) }
}

/** Sessions kept in the database, with a short memory in front so that asking costs one hash. */
export function createSessions(db: Database, access: Access, now: () => number = Date.now): Sessions {
  const memory = new Map<string, Held>()
  /** Counts what makes a row that is being read meanwhile out of date. */
  let generation = 0
  const forget = (key?: string): void => {
    generation++
    if (key === undefined) memory.clear()
    else memory.delete(key)
  }
  access.onChange(() => forget())

  async function load(key: string): Promise<Held> {
    const row = await db.read
      .selectFrom('sys_session as s')
      .innerJoin('sys_user as u', 'u.id', 's.user_id')
      .select(['u.id', 'u.username', 'u.realname', 's.role_code', 's.org_code', 's.last_used', 's.expires'])
      .where('s.token_hash', '=', key)
      .where('u.status', '=', 1)
      .where('u.del_flag', '=', 0)
      .executeTakeFirst()
    if (!row || number(row.expires) <= now()) throw new NotSignedIn()
    const id = text(row.id)
    const roles = (await rolesOf(db.read, id)).map((role) => role.roleCode)
    const role = roles.find((code) => code === row.role_code) ?? roles[0] ?? ''
    const permissions = await access.permissionsOf(role)
    const actor = { id, username: text(row.username), realname: text(row.realname), role, orgCode: text(row.org_code), permissions }
    const lastUsed = number(row.last_used)
    return { actor, checked: now(), lastUsed, written: lastUsed }
  }

  function touch(key: string, held: Held): void {
    const at = now()
    held.lastUsed = at
    if (at - held.written < WRITTEN) return
    held.written = at
    db.write((tx) => tx.updateTable('sys_session').set({ last_used: at, expires: at + IDLE }).where('token_hash', '=', key).execute()).catch(
      () => undefined,
    )
  }

  return {
    async identify(request) {
      const key = keyOfRequest(request)
      if (!key) throw new NotSignedIn()
      let held = memory.get(key)
      if (!held || held.checked + BELIEVED < now() || held.lastUsed + IDLE < now()) {
        memory.delete(key)
        const started = generation
        held = await load(key)
        if (memory.size >= MOST_REMEMBERED) memory.clear()
        if (started === generation) memory.set(key, held)
      }
      touch(key, held)
      return held.actor
    },
    async open(tx, { userId, ip, agent }) {
      const token = randomBytes(32).toString('base64url')
      const at = now()
      const choice = await choiceOf(tx, userId)
      await tx.deleteFrom('sys_session').where('expires', '<', at).execute()
      await tx
        .insertInto('sys_session')
        .values({
          token_hash: keyOf(token),
          user_id: userId,
          role_code: choice.role,
          org_code: choice.orgCode,
          ip,
          agent: agent.slice(0, 200),
          created: new Date(at).toISOString(),
          last_used: at,
          expires: at + IDLE,
        })
        .execute()
      return { token, ...choice }
    },
    async choose(request, userId, { role, orgCode }) {
      const key = keyOfRequest(request) ?? ''
      const values = { ...(role === undefined ? {} : { role_code: role }), ...(orgCode === undefined ? {} : { org_code: orgCode }) }
      await db.write(async (tx) => {
        await tx.updateTable('sys_session').set(values).where('token_hash', '=', key).execute()
        await tx
          .insertInto('sys_user_choice')
          .values({ user_id: userId, ...values })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
          .execute()
      })
      forget(key)
    },
    async close(request) {
      const key = keyOfRequest(request)
      if (!key) return false
      const gone = await db.write((tx) => tx.deleteFrom('sys_session').where('token_hash', '=', key).executeTakeFirst())
      forget(key)
      return gone.numDeletedRows > 0n
    },
    forget: () => forget(),
  }
}
