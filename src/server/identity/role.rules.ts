import { chunksOf, defineRules } from '../../../engine/server/index.ts'
import { role } from '../../../schemas/identity/role.ts'
import { tellRights } from '../access/grants.ts'
import { builtInRoleIds } from '../role-ids.ts'
import { countSeenRows } from './count-seen-rows.ts'
import { roleGrants } from './role-grants.ts'

/** The four built-in roles cannot be deleted; deleting another role deletes its grants. */
export const roleRules = defineRules(role, {
  beforeDelete(_context, changes) {
    for (const change of changes) if (builtInRoleIds.has(change.id)) change.refuse('系统内置角色不能删除！')
  },
  async afterWrite({ engine, tx, operation }, changes) {
    if (operation !== 'add') tellRights(engine, tx, { roles: changes.map(({ before }) => before?.roleCode ?? '') })
    if (operation !== 'delete' && operation !== 'purge') return
    for (const chunk of chunksOf(changes.map((change) => change.id))) {
      await tx.deleteFrom('sys_role_permission').where('role_id', 'in', chunk).execute()
    }
  },
  calls: { ...roleGrants, permissionsOf: countSeenRows },
})
