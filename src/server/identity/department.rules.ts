import { defineRules } from '../../../engine/server/index.ts'
import { department } from '../../../schemas/identity/department.ts'
import { followDepartment } from '../auth/login-rows.ts'

export const departmentRules = defineRules(department, {
  async afterWrite({ tx }, changes) {
    for (const { before, after } of changes) {
      if (before && after && before.orgCode !== after.orgCode)
        await followDepartment(tx, { from: before.orgCode ?? '', to: after.orgCode ?? '' })
    }
  },
})
