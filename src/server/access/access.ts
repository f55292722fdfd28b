import { LRUCache } from 'lru-cache'
import type { Database, Reader } from '../../../engine/server/index.ts'
import { departGrants } from './depart-roles.ts'
import { standingOf, switchedOff } from './standing.ts'
import type { HeldRoles, StoredNode } from './stored-node.ts'
import type { ReadRowTests, RowTests } from './row-rules.ts'

export type { StoredNode }

/** What people with the same roles may do; one object for all of them until something changes. */
export interface Rights {
  /** Ids of the nodes that are granted, in effect or not. */
  readonly granted: ReadonlySet<string>
  /** Ids of the nodes that are granted and not switched off. */
  readonly grants: ReadonlySet<string>
  readonly permissions: ReadonlySet<string>
  /** The data rules that limit them. */
  readonly tests: RowTests
}

/** Permission nodes and what each role holds, kept in memory until they change. */
export interface Access {
  rightsOf(held: HeldRoles): Promise<Rights>
  nodes(): Promise<readonly StoredNode[]>
  /** Drop what is in memory: nodes or grants have changed. */
  invalidate(): void
  onChange(listener: () => void): void
}

/** What nobody reports, such as a change by hand in the database, is noticed after this time. */
const BELIEVED = 30_000
/** Combinations of roles that are kept. */
const MOST_KNOWN = 5_000

/** All nodes of the permission tree, in menu order. */
export async function readNodes(db: Reader): Promise<StoredNode[]> {
  const rows = await db.selectFrom('sys_permission').selectAll().where('del_flag', '=', 0).orderBy('sort_no').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id ?? '',
    code: row.code ?? '',
    name: row.name,
    menuType: row.menu_type ?? 0,
    url: row.url ?? '',
    component: row.component ?? '',
    screen: row.screen ?? '',
    redirect: row.redirect ?? '',
    icon: row.icon ?? '',
    perms: row.perms ?? '',
    permsType: row.perms_type ?? '',
    status: row.status ?? '',
    hidden: row.hidden === 1,
    keepAlive: row.keep_alive === 1,
    internalOrExternal: row.internal_or_external === 1,
  }))
}

/** A department role grants what its department is granted as well, so that what is taken from the department ends in all its roles. */
async function readGrants({ read }: Database, { role, departRoles }: HeldRoles): Promise<Set<string>> {
  const own = read
    .selectFrom('sys_role_permission')
    .innerJoin('sys_role', 'sys_role.id', 'sys_role_permission.role_id')
    .select('sys_role_permission.permission_id as id')
    .where('sys_role.role_code', '=', role)
    .execute()
  const added = departRoles.length ? departGrants(read).where('r.id', 'in', departRoles).execute() : []
  return new Set([...(await own), ...(await added)].map((row) => row.id))
}

/** A value that is read once and trusted for a while. */
function remembered<T>(read: () => Promise<T>): () => Promise<T> {
  let cached: { value: Promise<T>; until: number } | undefined
  return () => {
    if (!cached || cached.until < Date.now()) {
      const value = read()
      cached = { value, until: Date.now() + BELIEVED }
      value.catch(() => (cached = undefined))
    }
    return cached.value
  }
}

/** A role's code may hold any sign, so no sign stands between the parts: `1 7` is one role, or role 1 with department role 7. */
const keyOf = ({ role, departRoles }: HeldRoles): string => JSON.stringify([role, ...departRoles])

/** Reads the permission tables of this database. */
export function createAccess(db: Database, readTests: ReadRowTests): Access {
  const listeners: (() => void)[] = []
  let nodes = remembered(() => readNodes(db.read))
  const known = new LRUCache<string, () => Promise<Rights>>({ max: MOST_KNOWN })
  const read = async (roles: HeldRoles): Promise<Rights> => {
    const [granted, all] = await Promise.all([readGrants(db, roles), nodes()])
    const off = switchedOff(all)
    const held = all.filter((node) => standingOf(node, granted, off) === 'granted')
    const permissions = new Set(held.flatMap(({ perms }) => (perms ? perms.split(',') : [])))
    return { granted, grants: new Set(held.map(({ id }) => id)), permissions, tests: await readTests(roles, all) }
  }
  return {
    rightsOf(held) {
      const key = keyOf(held)
      const rights = known.get(key) ?? remembered(() => read(held))
      known.set(key, rights)
      return rights()
    },
    nodes: () => nodes(),
    invalidate() {
      nodes = remembered(() => readNodes(db.read))
      known.clear()
      for (const listener of listeners) listener()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
