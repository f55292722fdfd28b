import { chunksOf, Refused, type Actor, type Change, type Reader, type RuleContext } from '../../../engine/server/index.ts'
import { roleCodes } from '../../../schemas/identity/role-codes.ts'
import { parts } from '../../cells.ts'
import { permissionsByRole } from '../access/role-permissions.ts'
import { roleIds } from '../role-ids.ts'

const notToEdit = '该用户的角色拥有您没有的权限，您不能修改该用户！'
const notToGive = '不能授予拥有您所没有的权限的角色！'

/** Entities whose rows are accounts. */
export type AccountEntity = 'user' | 'student' | 'departmentUser'

interface Asker {
  readonly db: Reader
  readonly actor: Actor
}

/** Ids of the roles and department roles by user. */
async function rolesByUser(db: Reader, ids: readonly string[]): Promise<Map<string, string[]>> {
  const roleIdsByUser = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const chunk of chunksOf(ids)) {
    const rows = await db.selectFrom('sys_user_role').select(['user_id', 'role_id']).where('user_id', 'in', chunk).execute()
    for (const row of rows) roleIdsByUser.get(row.user_id)?.push(row.role_id)
    const departRoles = await db.selectFrom('sys_depart_role_user').selectAll().where('user_id', 'in', chunk).execute()
    for (const row of departRoles) roleIdsByUser.get(row.user_id)?.push(row.drole_id)
  }
  return roleIdsByUser
}

/**
 * Of these roles, those that hold a permission which the actor lacks. The student role does not count, because its permissions concern
 * only the holder's own rows.
 */
async function beyond({ db, actor }: Asker, ids: Iterable<string>): Promise<ReadonlySet<string>> {
  const roles = new Set([...ids].filter((id) => id !== roleIds.student))
  if (!roles.size) return roles
  const permissions = await permissionsByRole(db)
  return new Set([...roles].filter((id) => [...(permissions.get(id) ?? [])].some((one) => !actor.permissions.has(one))))
}

export const isAdministrator = (actor: Actor): boolean => actor.role === roleCodes.administrator

/** Whether one of these accounts, other than the actor's, holds a permission that the actor lacks. */
export async function isOutOfReach(asker: Asker, ids: readonly string[]): Promise<boolean> {
  if (isAdministrator(asker.actor)) return false
  const roleIdsByUser = await rolesByUser(
    asker.db,
    ids.filter((id) => id !== asker.actor.id),
  )
  return (await beyond(asker, [...roleIdsByUser.values()].flat())).size > 0
}

/**
 * Only administrators may raise an account (including their own) above themselves, or change an account with more permissions: setting
 * its password would let them work as it.
 */
export async function refuseAbove(context: RuleContext, changes: readonly Change<AccountEntity>[]): Promise<void> {
  const { tx, actor } = context
  if (isAdministrator(actor)) return
  const roleIdsByUser = await rolesByUser(
    tx,
    changes.map(({ id }) => id),
  )
  const wanted = changes.flatMap(({ after }) => parts(after?.selectedroles))
  const above = await beyond({ db: tx, actor }, [...[...roleIdsByUser.values()].flat(), ...wanted])
  for (const change of changes) {
    const ownRoles = roleIdsByUser.get(change.id) ?? []
    if (change.id !== actor.id && ownRoles.some((id) => above.has(id))) change.refuse(notToEdit)
    else if (parts(change.after?.selectedroles).some((id) => above.has(id) && !ownRoles.includes(id)))
      change.refuse(notToGive, 'selectedroles')
  }
}

/** Refuses to restore accounts from the bin that are out of the actor's reach. */
export async function refuseRestored({ tx, actor }: RuleContext, changes: readonly Change<AccountEntity>[]): Promise<void> {
  const ids = changes.map(({ id }) => id)
  if (await isOutOfReach({ db: tx, actor }, ids)) throw new Refused(notToEdit)
}
