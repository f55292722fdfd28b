import type { Change, RuleContext, Rules } from '../../../engine/server/index.ts'

/** Sessions and last choices name a department by its code, so they follow it when it moves. */
async function followCodes({ tx }: RuleContext, changes: readonly Change[]): Promise<void> {
  for (const { before, after } of changes) {
    if (!before || !after || before.orgCode === after.orgCode) continue
    for (const table of ['sys_session', 'sys_user_choice']) {
      await tx.updateTable(table).set({ org_code: after.orgCode }).where('org_code', '=', before.orgCode).execute()
    }
  }
}

export const departmentRules: Rules = { afterWrite: followCodes }
