import type { Reader } from '../../../engine/server/index.ts'
import { inEffect, readNodes } from './access.ts'

/** The permissions of each role in the database, by role id. */
export async function permissionsByRole(db: Reader): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const nodes = await readNodes(db)
  const isOn = inEffect(nodes)
  const codes = new Map(nodes.filter(({ id, perms }) => perms && isOn.has(id)).map(({ id, perms }) => [id, perms.split(',')]))
  const grants = await db.selectFrom('sys_role_permission').select(['role_id', 'permission_id']).execute()
  const byRole = new Map<string, Set<string>>()
  for (const grant of grants) {
    const role = grant.role_id
    const permissions = byRole.get(role) ?? new Set()
    for (const code of codes.get(grant.permission_id) ?? []) permissions.add(code)
    byRole.set(role, permissions)
  }
  return byRole
}
