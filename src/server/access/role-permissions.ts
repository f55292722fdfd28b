import type { Actor, Reader } from '../../../engine/server/index.ts'
import { readNodes } from './access.ts'
import { departGrants } from './depart-roles.ts'
import { switchedOff } from './standing.ts'

/** The permission codes of the nodes that are in effect, by node id. */
async function codesByNode(db: Reader): Promise<ReadonlyMap<string, readonly string[]>> {
  const nodes = await readNodes(db)
  const off = switchedOff(nodes)
  return new Map(nodes.filter(({ id, perms }) => perms && !off.has(id)).map(({ id, perms }) => [id, perms.split(',')]))
}

/** The permissions of each role and department role in the database, by its id. */
export async function permissionsByRole(db: Reader): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const codes = await codesByNode(db)
  const ofRoles = await db.selectFrom('sys_role_permission').select(['role_id', 'permission_id']).execute()
  const ofDepartRoles = await departGrants(db).select('r.id as role_id').execute()
  const grants = [...ofRoles, ...ofDepartRoles.map(({ role_id, id }) => ({ role_id, permission_id: id }))]
  const byRole = new Map<string, Set<string>>()
  for (const grant of grants) {
    const role = grant.role_id
    const permissions = byRole.get(role) ?? new Set()
    for (const code of codes.get(grant.permission_id) ?? []) permissions.add(code)
    byRole.set(role, permissions)
  }
  return byRole
}

/** Of these roles and department roles, those that hold a permission which the actor lacks. */
export async function rolesAbove(db: Reader, { permissions }: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const byRole = await permissionsByRole(db)
  return new Set(ids.filter((id) => [...(byRole.get(id) ?? [])].some((code) => !permissions.has(code))))
}

/** What these department roles grant together. */
export async function permissionsOfDepartRoles(db: Reader, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return []
  const codes = await codesByNode(db)
  const grants = await departGrants(db).where('r.id', 'in', ids).execute()
  return [...new Set(grants.flatMap(({ id }) => codes.get(id) ?? []))]
}
