import { chunksOf, defineRules } from '../../../engine/server/index.ts'
import { department } from '../../../schemas/identity/department.ts'
import { followDepartment } from '../auth/login-rows.ts'
import { departmentGrants } from './depart-grants.ts'
import { departmentCalls } from './department-calls.ts'

export const departmentRules = defineRules(department, {
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
