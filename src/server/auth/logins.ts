import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError, NotSignedIn, ReadOnly, type Actor, type Database, type Tx } from '../../../engine/server/index.ts'
import type { Access } from '../access/access.ts'
import { rightsHolder } from '../access/actor-of.ts'
import { departsOf, rolesOf } from './accounts.ts'
import { IDLE, insertLogin, keyOfRequest, keyOfToken, liveLogin, notSignedInReason, stillHeld, type NewLogin } from './login-rows.ts'
import { openView, viewIsOver } from './viewing/view.ts'

/** How long a login in memory is trusted before its row and its user are read again. */
const TRUSTED_FOR = 10_000
/** The row's last use is written at most this often. */
const WRITE_EVERY = 60_000
const MOST_REMEMBERED = 20_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages make this call on their own, so it keeps no login alive. */
    isBackground?: boolean
    /** It ends looking in another name, so it is open when the time for that is up. */
    leavesView?: boolean
  }
}

interface RememberedLogin {
  readonly actor: Actor
  /** The account that signed in; another one than the actor while it looks in another name. */
  readonly owner: Actor
  /** Until when it may look in that name; 0 if it may no longer, but was not ended yet: then nothing is answered in anybody's name. */
  readonly viewUntil?: number
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
  /** The account that signed in, whoever's name it looks in; throws NotSignedIn. */
  ownerOf(request: FastifyRequest): Promise<Actor>
  /** Open a login in this transaction; the token is returned once and stored nowhere. `ended` are the logins to forget after the commit. */
  open(tx: Tx, login: NewLogin): Promise<{ token: string; role: string; orgCode: string; ended: readonly string[] }>
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
  const [roles, departs] = await Promise.all([
    rolesOf(db.read, id).then((all) => all.map((role) => role.roleCode)),
    departsOf(db.read, id).then((all) => all.map((depart) => depart.orgCode)),
  ])
  // Whoever took the role ended the login; one that was opened at the same moment ends here.
  if (row.role_code && !roles.includes(row.role_code)) throw new NotSignedIn()
  const role = row.role_code || (roles[0] ?? '')
  // Whoever left the department goes on where their next login would begin: its rows are no longer theirs.
  const orgCode = stillHeld(departs, row.org_code)
  const { actor: owner } = await rightsHolder({ db, access }, { id, username, realname, role, orgCode })
  const lastUsed = row.last_used
  const login = { owner, actor: owner, checked: at, idle: row.idle ?? IDLE, lastUsed, written: lastUsed }
  if (row.view_id === null) return login
  const whom = { userId: row.view_user, roleCode: row.view_role ?? '' }
  const view = await openView({ db, access }, owner, whom).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  return view ? { ...login, actor: view.actor, viewUntil: row.view_until ?? 0 } : { ...login, viewUntil: 0 }
}

/** Nobody asked for it by hand: it keeps no login alive. */
const isBackground = ({ headers }: FastifyRequest, route: FastifyContextConfig): boolean =>
  route.isBackground === true || headers['x-background'] !== undefined

/** The actor of a login. When the time to look in another name is up, nobody is: its owner could write where they believe to look. */
function actorIn({ actor, viewUntil }: RememberedLogin, at: number, { leavesView }: FastifyContextConfig = {}): Actor {
  if (viewUntil !== undefined && viewUntil <= at && !leavesView) throw new ReadOnly(viewIsOver)
  return actor
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
      if (!isBackground(request, request.routeOptions.config)) touch(key, remembered)
      return actorIn(remembered, now(), request.routeOptions.config)
    },
    remembered(request, route) {
      const key = keyOfRequest(request)
      if (!key) throw new NotSignedIn()
      const login = trusted(key, now())
      if (login && !isBackground(request, route)) touch(key, login)
      return login && actorIn(login, now(), route)
    },
    async ownerOf(request) {
      const key = keyOfRequest(request)
      if (!key) throw new NotSignedIn()
      return (await get(key, now())).owner
    },
    open: (tx, login) => insertLogin(tx, login, now()),
    forget: (keys) => (keys ? keys.forEach((key) => forget(key)) : forget()),
    keyOf: keyOfToken,
    actorOf: async (key) => actorIn(await get(key, now()), now()),
    onChange,
  }
}
