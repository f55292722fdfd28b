import { chunksOf, defineRules } from '../../../engine/server/index.ts'
import { role } from '../../../schemas/identity/role.ts'
import { tellRights } from '../access/grants.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { rolesAbove } from '../access/role-permissions.ts'
import { builtInRoleIds } from '../role-ids.ts'
import { countSeenRows } from './count-seen-rows.ts'
import { roleGrants } from './role-grants.ts'

const ofHigher = '该角色拥有您没有的权限，您不能删除它！'

/** The four built-in roles cannot be deleted; deleting another role deletes its grants and ticks. */
export const roleRules = defineRules(role, {
  async beforeDelete({ tx, actor }, changes) {
    const ids = changes.map(({ id }) => id)
    const above = isAdministrator(actor) ? new Set<string>() : await rolesAbove(tx, actor, ids)
    for (const change of changes) {
      if (builtInRoleIds.has(change.id)) change.refuse('系统内置角色不能删除！')
      else if (above.has(change.id)) change.refuse(ofHigher)
    }
  },
  async afterWrite({ engine, tx, operation }, changes) {
    if (operation !== 'add') tellRights(engine, tx, { roles: changes.map(({ before }) => before?.roleCode ?? '') })
    if (operation !== 'delete' && operation !== 'purge') return
    for (const chunk of chunksOf(changes.map((change) => change.id))) {
      await tx.deleteFrom('sys_role_permission').where('role_id', 'in', chunk).execute()
      await tx.deleteFrom('sys_role_data_rule').where('role_id', 'in', chunk).execute()
    }
  },
  calls: { ...roleGrants, permissionsOf: countSeenRows },
})
