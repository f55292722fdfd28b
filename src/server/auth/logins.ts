import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { NotSignedIn, type Actor, type Database, type Tx } from '../../../engine/server/index.ts'
import type { Access } from '../access/access.ts'
import { departRolesOf } from '../access/depart-roles.ts'
import { limitsFor } from '../access/row-rules.ts'
import { rolesOf } from './accounts.ts'
import {
  IDLE,
  insertLogin,
  keyOfRequest,
  keyOfToken,
  liveLogin,
  updateChoice,
  notSignedInReason,
  type LoginChoice,
  type NewLogin,
} from './login-rows.ts'

/** How long a login in memory is trusted before its row and its user are read again. */
const TRUSTED_FOR = 10_000
/** The row's last use is written at most this often. */
const WRITE_EVERY = 60_000
const MOST_REMEMBERED = 20_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages make this call on their own, so it keeps no login alive. */
    isBackground?: boolean
  }
}

interface RememberedLogin {
  readonly actor: Actor
  readonly checked: number
  /** How long it lasts unused. */
  readonly idle: number
  lastUsed: number
  written: number
}

/** Logins: opened by sign-in, checked at every request, ended by sign-out or by a change to the account. */
export interface Logins {
  /** Who sent the request, by the header X-Access-Token alone; throws NotSignedIn. */
  identify(request: FastifyRequest): Promise<Actor>
  /** The same for a login in memory that is still trusted; undefined for any other. */
  remembered(request: FastifyRequest, route: FastifyContextConfig): Actor | undefined
  /** Open a login in this transaction; the token is returned once and stored nowhere. `ended` are the logins to forget after the commit. */
  open(tx: Tx, login: NewLogin): Promise<{ token: string; role: string; orgCode: string; ended: readonly string[] }>
  /** Switch to another role or department; the caller has checked that it is the user's own. */
  choose(request: FastifyRequest, userId: string, choice: LoginChoice): Promise<void>
  /** End the request's login; false if it had none. */
  close(request: FastifyRequest): Promise<boolean>
  /** Read the row and user of these logins, or of all of them, again at their next use. */
  forget(keys?: readonly string[]): void
  /** The key of a token, for as long as a connection is open; undefined if the token is malformed. */
  keyOf(token: string): string | undefined
  /** Whose login a key is at this moment; throws NotSignedIn. An open connection alone does not keep its login alive. */
  actorOf(key: string): Promise<Actor>
  /** Called when one login, or all of them, may have changed or ended. */
  onChange(listener: (key?: string) => void): void
}

async function readHeld({ db, access }: { db: Database; access: Access }, key: string, at: number): Promise<RememberedLogin> {
  const row = await liveLogin(db.read, key, at)
  if (!row) throw await notSignedInReason(db.read, key)
  const { id, username, realname } = row
  const roles = (await rolesOf(db.read, id)).map((role) => role.roleCode)
  const role = roles.find((code) => code === row.role_code) ?? roles[0] ?? ''
  const orgCode = row.org_code ?? ''
  const { permissions, tests } = await access.rightsOf({ role, departRoles: await departRolesOf(db.read, { userId: id, orgCode }) })
  const limits = await limitsFor(db.read, tests, { id, username, realname, orgCode })
  const actor = { id, username, realname, role, orgCode, permissions, ...(limits && { limits }) }
  const lastUsed = row.last_used
  return { actor, checked: at, idle: row.idle ?? IDLE, lastUsed, written: lastUsed }
}

/** Logins in memory, so that identifying a request costs one hash and one look-up. */
function createMemory(db: Database, access: Access) {
  const memory = new LRUCache<string, RememberedLogin>({ max: MOST_REMEMBERED })
  /** Increases whenever a row that is being read meanwhile becomes out of date. */
  let generation = 0
  const listeners: ((key?: string) => void)[] = []
  const forget = (key?: string): void => {
    generation++
    if (key === undefined) memory.clear()
    else memory.delete(key)
    for (const listener of listeners) listener(key)
  }
  access.onChange(() => forget())
  const trusted = (key: string, at: number): RememberedLogin | undefined => {
    const remembered = memory.get(key)
    return remembered && remembered.checked + TRUSTED_FOR > at && remembered.lastUsed + remembered.idle > at ? remembered : undefined
  }
  const get = async (key: string, at: number): Promise<RememberedLogin> => {
    const remembered = trusted(key, at)
    if (remembered) return remembered
    memory.delete(key)
    const started = generation
    const fresh = await readHeld({ db, access }, key, at)
    if (started === generation) memory.set(key, fresh)
    return fresh
  }
  return { trusted, get, forget, onChange: (listener: (key?: string) => void) => void listeners.push(listener) }
}

/** Logins kept in the database, with a short-lived memory in front. */
export function createLogins(db: Database, access: Access, now: () => number = Date.now): Logins {
  const { trusted, get, forget, onChange } = createMemory(db, access)

  /** Record the use. Losing one record costs at most a minute of idle time, so a failure is ignored. */
  function touch(key: string, remembered: RememberedLogin): void {
    const at = now()
    remembered.lastUsed = at
    if (at - remembered.written < WRITE_EVERY) return
    remembered.written = at
    const note = (tx: Tx) =>
      tx
        .updateTable('sys_session')
        .set({ last_used: at, expires: at + remembered.idle })
        .where('token_hash', '=', key)
        .execute()
    db.write(note).catch(() => undefined)
  }

  return {
    async identify(request) {
      const key = keyOfRequest(request)
      if (!key) throw new NotSignedIn()
      const remembered = await get(key, now())
      if (!request.routeOptions.config.isBackground) touch(key, remembered)
      return remembered.actor
    },
    remembered(request, { isBackground }) {
      const key = keyOfRequest(request)
      if (!key) throw new NotSignedIn()
      const login = trusted(key, now())
      if (login && !isBackground) touch(key, login)
      return login?.actor
    },
    open: (tx, login) => insertLogin(tx, login, now()),
    async choose(request, userId, choice) {
      const key = keyOfRequest(request) ?? ''
      await db.write((tx) => updateChoice(tx, { key, userId, ...choice }))
      forget(key)
    },
    async close(request) {
      const key = keyOfRequest(request)
      if (!key) return false
      const gone = await db.write((tx) => tx.deleteFrom('sys_session').where('token_hash', '=', key).executeTakeFirst())
      forget(key)
      return gone.numDeletedRows > 0n
    },
    forget: (keys) => (keys ? keys.forEach((key) => forget(key)) : forget()),
    keyOf: keyOfToken,
    actorOf: async (key) => (await get(key, now())).actor,
    onChange,
  }
}
