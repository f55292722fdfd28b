import type { Database, Reader } from '../../../engine/server/index.ts'

/** A permission node as stored. */
export interface StoredNode {
  readonly id: string
  readonly parentId: string
  readonly code: string
  readonly name: string
  readonly menuType: number
  readonly url: string
  readonly component: string
  /** Our own page: `entity:course` or `screen:dashboard`. */
  readonly screen: string
  readonly redirect: string
  readonly icon: string
  readonly order: number
  readonly perms: string
  readonly permsType: string
  readonly status: string
  readonly hidden: boolean
  readonly keepAlive: boolean
}

/** Permission nodes and what each role holds, kept in memory until they change. */
export interface Access {
  permissionsOf(role: string): Promise<ReadonlySet<string>>
  /** Ids of the nodes that a role holds and that are not switched off. */
  grantsOf(role: string): Promise<ReadonlySet<string>>
  nodes(): Promise<readonly StoredNode[]>
  /** Drop what is in memory: nodes or grants have changed. */
  invalidate(): void
  onChange(listener: () => void): void
}

/** Other nodes of a cluster change the same tables, so nothing is trusted for longer than this. */
const BELIEVED = 30_000
/** A tree deeper than this contains a cycle. */
const DEEPEST = 20

/** All nodes of the permission tree, in menu order. */
export async function readNodes(db: Reader): Promise<StoredNode[]> {
  const rows = await db.selectFrom('sys_permission').selectAll().where('del_flag', '=', 0).orderBy('sort_no').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id ?? '',
    code: row.code ?? '',
    name: row.name,
    menuType: row.menu_type,
    url: row.url ?? '',
    component: row.component ?? '',
    screen: row.screen ?? '',
    redirect: row.redirect ?? '',
    icon: row.icon ?? '',
    order: row.sort_no,
    perms: row.perms ?? '',
    permsType: row.perms_type ?? '',
    status: row.status ?? '',
    hidden: row.hidden === 1,
    keepAlive: row.keep_alive === 1,
  }))
}

async function readGrants(db: Database, role: string): Promise<Set<string>> {
  const rows = await db.read
    .selectFrom('sys_role_permission')
    .innerJoin('sys_role', 'sys_role.id', 'sys_role_permission.role_id')
    .select('sys_role_permission.permission_id as id')
    .where('sys_role.role_code', '=', role)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Ids of the nodes in effect: switching off a node also switches off everything below it. */
export function inEffect(nodes: readonly StoredNode[]): ReadonlySet<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const isOn = (node: StoredNode | undefined, depth = 0): boolean =>
    !node || (node.status === '1' && depth < DEEPEST && isOn(byId.get(node.parentId), depth + 1))
  return new Set(nodes.filter((node) => isOn(node)).map((node) => node.id))
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

/** Reads the permission tables of this database. */
export function createAccess(db: Database): Access {
  const listeners: (() => void)[] = []
  let nodes = remembered(() => readNodes(db.read))
  const roles = new Map<string, () => Promise<{ grants: Set<string>; permissions: Set<string> }>>()
  const of = (role: string) => {
    const cachedRole = roles.get(role)
    if (cachedRole) return cachedRole()
    const fresh = remembered(async () => {
      const [granted, all] = await Promise.all([readGrants(db, role), nodes()])
      const isOn = inEffect(all)
      const grants = new Set([...granted].filter((id) => isOn.has(id)))
      const permitted = all.filter((node) => node.perms && grants.has(node.id))
      return { grants, permissions: new Set(permitted.flatMap((node) => node.perms.split(','))) }
    })
    roles.set(role, fresh)
    return fresh()
  }
  return {
    permissionsOf: async (role) => (await of(role)).permissions,
    grantsOf: async (role) => (await of(role)).grants,
    nodes: () => nodes(),
    invalidate() {
      nodes = remembered(() => readNodes(db.read))
      roles.clear()
      for (const listener of listeners) listener()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
