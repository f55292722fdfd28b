import type { Selectable, Updateable } from 'kysely'
import { chunksOf, type AppTables, type Database, type PermissionNode, type Tx } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'

const menuTypes = { domain: 0, group: 1, screen: 1, button: 2 } as const
const isFolder = ({ kind }: PermissionNode): boolean => kind === 'domain' || kind === 'group'

/** Columns that always follow the schemas, whatever an administrator edited. */
const technical = (node: PermissionNode) => ({
  code: node.code,
  component: node.component,
  screen: node.screen,
  url: node.path,
  perms: isFolder(node) ? '' : node.code,
})

/** Columns that follow the schemas until an administrator changes them. */
const editable = (node: PermissionNode) => ({
  parent_id: node.parentId,
  name: node.title,
  menu_type: menuTypes[node.kind],
  icon: node.icon,
  sort_no: node.order,
  hidden: node.hidden ? 1 : 0,
})

/** A row from before menu groups existed moves into its group even if an administrator edited it, as long as they left it in its domain. */
function moved(node: PermissionNode, row: StoredNode, byId: ReadonlyMap<string, PermissionNode>): Values {
  const group = byId.get(node.parentId)
  const isLeftThere = group?.kind === 'group' && row.default_roles === null && row.parent_id === group.parentId
  return isLeftThere ? { parent_id: node.parentId } : {}
}

type StoredNode = Selectable<AppTables['sys_permission']>
type Values = Updateable<AppTables['sys_permission']>
type RoleIds = ReadonlyMap<string, string>

const defaultRoles = (node: PermissionNode): string => [...node.roles].sort().join(',')

type Grant = Readonly<Record<'role_id' | 'permission_id', string>>

const grantsOf = (node: PermissionNode, codes: readonly string[], roles: RoleIds): Grant[] =>
  codes.flatMap((code) => {
    const role = roles.get(code)
    return role ? [{ role_id: role, permission_id: node.id }] : []
  })

async function give(tx: Tx, grants: readonly Grant[]): Promise<void> {
  for (const chunk of chunksOf(grants)) await tx.insertInto('sys_role_permission').values(chunk).execute()
}

async function insertNodes(tx: Tx, nodes: readonly PermissionNode[], roles: RoleIds): Promise<void> {
  if (nodes.length === 0) return
  const rows = nodes.map((node) => ({
    id: node.id,
    ...technical(node),
    ...editable(node),
    default_roles: defaultRoles(node),
    create_by: 'system',
    create_time: timeText(),
  }))
  for (const chunk of chunksOf(rows, 200)) await tx.insertInto('sys_permission').values(chunk).execute()
  await give(
    tx,
    nodes.flatMap((node) => grantsOf(node, node.roles, roles)),
  )
}

/**
 * Default grants that were added to the schemas since the row was last synchronised. A row from before defaults were remembered dates
 * from a time when no screen could take a grant away, so everything that its roles lack is new.
 */
async function laterGrants(tx: Tx, changed: readonly [PermissionNode, stored: string | null][], roles: RoleIds): Promise<Grant[]> {
  const wanted = changed.flatMap(([node, stored]) => {
    const before = new Set(stored?.split(',') ?? [])
    return grantsOf(
      node,
      node.roles.filter((code) => !before.has(code)),
      roles,
    )
  })
  const ids = [...new Set(wanted.map((grant) => grant.permission_id))]
  const present = new Set<string>()
  for (const chunk of chunksOf(ids)) {
    const rows = await tx.selectFrom('sys_role_permission').selectAll().where('permission_id', 'in', chunk).execute()
    for (const row of rows) present.add(`${row.role_id} ${row.permission_id}`)
  }
  return wanted.filter((grant) => !present.has(`${grant.role_id} ${grant.permission_id}`))
}

/**
 * Synchronise the stored permission tree with the schemas. A missing node is inserted with its default grants; an existing one keeps
 * what an administrator edited and gets new defaults, once; one that they deleted stays deleted (its row remembers it). Does nothing
 * while the database has no roles.
 */
export async function syncPermissions(db: Database, nodes: readonly PermissionNode[]): Promise<void> {
  await db.write(async (tx) => {
    const roleRows = await tx.selectFrom('sys_role').select(['id', 'role_code']).execute()
    if (roleRows.length === 0) return
    const roles = new Map(roleRows.map((row) => [row.role_code, row.id]))
    const rows = await tx.selectFrom('sys_permission').selectAll().execute()
    const stored = new Map(rows.map((row) => [row.id, row]))
    const present = nodes.flatMap((node) => {
      const row = stored.get(node.id)
      return row && row.del_flag !== 1 ? [{ node, row }] : []
    })
    await insertNodes(
      tx,
      nodes.filter((node) => !stored.has(node.id)),
      roles,
    )
    const changed = present.filter(({ node, row }) => row.default_roles !== defaultRoles(node))
    const before = changed.map(({ node, row }): [PermissionNode, string | null] => [node, row.default_roles])
    await give(tx, await laterGrants(tx, before, roles))
    const byId = new Map(nodes.map((node) => [node.id, node]))
    for (const { node, row } of present) {
      const own = row.edited === 1 ? { ...technical(node), ...moved(node, row, byId) } : { ...technical(node), ...editable(node) }
      const wanted: Values = { ...own, default_roles: defaultRoles(node) }
      const kept: Readonly<Record<string, unknown>> = row
      const isChanged = Object.entries(wanted).some(
        ([column, value]) => (kept[column] ?? (column === 'default_roles' ? null : '')) !== value,
      )
      if (isChanged) await tx.updateTable('sys_permission').set(wanted).where('id', '=', node.id).execute()
    }
  }, 'permissions')
}
