import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { NotSignedIn, type Actor, type Database, type Tx } from '../../../engine/server/index.ts'
import type { Access } from '../access/access.ts'
import { rolesOf } from './accounts.ts'
import {
  IDLE,
  insertSession,
  keyOfRequest,
  keyOfToken,
  liveSession,
  updateChoice,
  whyNot,
  type Choice,
  type NewLogin,
} from './session-rows.ts'

/** How long a session in memory is believed before its row and its user are read again. */
const BELIEVED = 10_000
/** The row's last use is written at most this often. */
const WRITTEN = 60_000
const MOST_REMEMBERED = 20_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages call it by themselves, so it keeps no login alive. */
    isBackground?: boolean
  }
}

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
  /** Open a session in this transaction; the token is answered once and stored nowhere. `ended` are logins to forget after it. */
  open(tx: Tx, login: NewLogin): Promise<{ token: string; role: string; orgCode: string; ended: readonly string[] }>
  /** Work with another role or department from now on; the caller has checked that it is the user's own. */
  choose(request: FastifyRequest, userId: string, choice: Choice): Promise<void>
  /** End the request's session; false when it had none. */
  close(request: FastifyRequest): Promise<boolean>
  /** Read the row and user of these sessions, or of every one, again at the next use. */
  forget(keys?: readonly string[]): void
  /** The key that stands for a token while a connection is open, if it can be one. */
  keyOf(token: string): string | undefined
  /** Who a key stands for by now; throws NotSignedIn. A connection that is merely open does not keep its login alive. */
  actorOf(key: string): Promise<Actor>
  /** Called when one session, or all, may have become another one or have ended. */
  onChange(listener: (key?: string) => void): void
}

async function readHeld({ db, access }: { db: Database; access: Access }, key: string, at: number): Promise<Held> {
  const row = await liveSession(db.read, key, at)
  if (!row) throw await whyNot(db.read, key)
  const { id, username, realname } = row
  const roles = (await rolesOf(db.read, id)).map((role) => role.roleCode)
  const role = roles.find((code) => code === row.role_code) ?? roles[0] ?? ''
  const permissions = await access.permissionsOf(role)
  const actor = { id, username, realname, role, orgCode: row.org_code ?? '', permissions }
  const lastUsed = row.last_used
  return { actor, checked: at, lastUsed, written: lastUsed }
}

/** Sessions in memory, so that asking who somebody is costs one hash and one look. */
function createMemory(db: Database, access: Access) {
  const memory = new LRUCache<string, Held>({ max: MOST_REMEMBERED })
  /** Counts what makes a row that is being read meanwhile out of date. */
  let generation = 0
  const listeners: ((key?: string) => void)[] = []
  const forget = (key?: string): void => {
    generation++
    if (key === undefined) memory.clear()
    else memory.delete(key)
    for (const listener of listeners) listener(key)
  }
  access.onChange(() => forget())
  const get = async (key: string, at: number): Promise<Held> => {
    const held = memory.get(key)
    if (held && held.checked + BELIEVED > at && held.lastUsed + IDLE > at) return held
    memory.delete(key)
    const started = generation
    const fresh = await readHeld({ db, access }, key, at)
    if (started === generation) memory.set(key, fresh)
    return fresh
  }
  return { get, forget, onChange: (listener: (key?: string) => void) => void listeners.push(listener) }
}

/** Sessions kept in the database, with a short memory in front. */
export function createSessions(db: Database, access: Access, now: () => number = Date.now): Sessions {
  const { get, forget, onChange } = createMemory(db, access)

  /** Note the use; losing one such note costs nobody more than a minute of idle time, so a failure is let go. */
  function touch(key: string, held: Held): void {
    const at = now()
    held.lastUsed = at
    if (at - held.written < WRITTEN) return
    held.written = at
    const note = (tx: Tx) =>
      tx
        .updateTable('sys_session')
        .set({ last_used: at, expires: at + IDLE })
        .where('token_hash', '=', key)
        .execute()
    db.write(note).catch(() => undefined)
  }

  return {
    async identify(request) {
      const key = keyOfRequest(request)
      if (!key) throw new NotSignedIn()
      const held = await get(key, now())
      if (!request.routeOptions.config.isBackground) touch(key, held)
      return held.actor
    },
    open: (tx, login) => insertSession(tx, login, now()),
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
