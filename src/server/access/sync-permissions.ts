import { chunksOf, type Database, type PermissionNode, type Tx } from '../../../engine/server/index.ts'
import { number, text } from '../../cells.ts'
import { timeText } from '../clock.ts'

const menuTypes = { domain: 0, screen: 1, button: 2 } as const

/** Columns that follow the schemas whatever an administrator edited. */
const technical = (node: PermissionNode) => ({
  code: node.code,
  component: node.component,
  screen: node.screen,
  url: node.path,
  perms: node.kind === 'domain' ? '' : node.code,
})

/** Columns that an administrator may change; they follow the schemas until he does. */
const editable = (node: PermissionNode) => ({
  parent_id: node.parentId,
  name: node.title,
  menu_type: menuTypes[node.kind],
  icon: node.icon,
  sort_no: node.order,
  hidden: node.hidden ? 1 : 0,
})

type Values = Record<string, string | number>

async function insertNodes(tx: Tx, nodes: readonly PermissionNode[], roles: ReadonlyMap<string, string>): Promise<void> {
  if (nodes.length === 0) return
  const rows = nodes.map((node) => ({ id: node.id, ...technical(node), ...editable(node), create_by: 'system', create_time: timeText() }))
  for (const chunk of chunksOf(rows, 200)) await tx.insertInto('sys_permission').values(chunk).execute()
  const grants = nodes.flatMap((node) =>
    node.roles.flatMap((code) => {
      const role = roles.get(code)
      return role ? [{ role_id: role, permission_id: node.id }] : []
    }),
  )
  for (const chunk of chunksOf(grants)) await tx.insertInto('sys_role_permission').values(chunk).execute()
}

/**
 * Bring the stored permission tree up to what the schemas imply. A missing node is inserted with its default grants;
 * a known one keeps what an administrator edited; one that he deleted stays deleted (its row remembers it).
 * Grants are given only then, so without any role in the database nothing is done yet.
 */
export async function syncPermissions(db: Database, nodes: readonly PermissionNode[]): Promise<void> {
  await db.write(async (tx) => {
    const roles = await tx.selectFrom('sys_role').select(['id', 'role_code']).execute()
    if (roles.length === 0) return
    const rows = await tx.selectFrom('sys_permission').selectAll().execute()
    const stored = new Map(rows.map((row) => [text(row.id), row]))
    await insertNodes(
      tx,
      nodes.filter((node) => !stored.has(node.id)),
      new Map(roles.map((row) => [text(row.role_code), text(row.id)])),
    )
    for (const node of nodes) {
      const row = stored.get(node.id)
      if (!row || number(row.del_flag) === 1) continue
      const wanted: Values = number(row.edited) === 1 ? technical(node) : { ...technical(node), ...editable(node) }
      const changed = Object.entries(wanted).some(([column, value]) => (row[column] ?? '') !== value)
      if (changed) await tx.updateTable('sys_permission').set(wanted).where('id', '=', node.id).execute()
    }
  }, 'permissions')
}
