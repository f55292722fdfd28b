import type { Rules } from '../../../engine/server/index.ts'
import { text } from '../../cells.ts'
import { followDepartment } from '../auth/session-rows.ts'

export const departmentRules: Rules = {
  async afterWrite({ tx }, changes) {
    for (const { before, after } of changes) {
      if (before && after && before.orgCode !== after.orgCode)
        await followDepartment(tx, { from: text(before.orgCode), to: text(after.orgCode) })
    }
  },
}
