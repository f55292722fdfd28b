import { chunksOf, defineRules, type Change, type RuleContext } from '../../../engine/server/index.ts'
import { department } from '../../../schemas/identity/department.ts'
import { followDepartment } from '../auth/login-rows.ts'
import { departmentGrants } from './depart-grants.ts'
import { departmentCalls } from './department-calls.ts'
import { notManaged, unmanaged } from './managed-departments.ts'

const isMoved = ({ before, after }: Change<'department'>): boolean =>
  before !== null && after !== null && (before.parentId ?? '') !== (after.parentId ?? '')

/**
 * Whoever is in charge of a department reaches the people of all below it: people who are no administrators move departments among those
 * that they manage, so nobody puts one below their own.
 */
async function refuseMoves({ tx, actor }: RuleContext, changes: readonly Change<'department'>[]): Promise<void> {
  const moved = changes.filter(isMoved)
  const placesOf = ({ id, after }: Change<'department'>) => [id, after?.parentId ?? '']
  const foreign = new Set(await unmanaged(tx, actor, moved.flatMap(placesOf)))
  for (const change of moved) if (placesOf(change).some((id) => foreign.has(id))) change.refuse(notManaged, 'parentId')
}

export const departmentRules = defineRules(department, {
  beforeSave: refuseMoves,
  async afterWrite({ tx, operation }, changes) {
    if (operation === 'delete' || operation === 'purge') {
      for (const chunk of chunksOf(changes.map((change) => change.id))) {
        await tx.deleteFrom('sys_depart_permission').where('depart_id', 'in', chunk).execute()
        await tx.deleteFrom('sys_depart_data_rule').where('depart_id', 'in', chunk).execute()
      }
    }
    for (const { before, after } of changes) {
      if (before && after && before.orgCode !== after.orgCode)
        await followDepartment(tx, { from: before.orgCode ?? '', to: after.orgCode ?? '' })
    }
  },
  calls: { ...departmentCalls, ...departmentGrants },
})
