import type { Change, RuleContext, Rules } from '../../../engine/server/index.ts'
import { number, runs, text } from '../cells.ts'

/** A department with people in it is not deleted silently. */
async function refuseUsed({ tx }: RuleContext, changes: readonly Change[]): Promise<void> {
  const used = new Map<string, number>()
  for (const run of runs(changes.map((change) => change.id))) {
    const rows = await tx
      .selectFrom('sys_user_depart')
      .select((e) => ['dep_id', e.fn.countAll().as('count')])
      .where('dep_id', 'in', run)
      .groupBy('dep_id')
      .execute()
    for (const row of rows) used.set(text(row.dep_id), number(row.count))
  }
  for (const change of changes) {
    const count = used.get(change.id)
    if (count) change.refuse(`存在关联数据，不能删除：用户 ${count} 条`)
  }
}

/** Sessions and last choices name a department by its code, so they follow it when it moves. */
async function followCodes({ tx }: RuleContext, changes: readonly Change[]): Promise<void> {
  for (const { before, after } of changes) {
    if (!before || !after || before.orgCode === after.orgCode) continue
    for (const table of ['sys_session', 'sys_user_choice']) {
      await tx.updateTable(table).set({ org_code: after.orgCode }).where('org_code', '=', before.orgCode).execute()
    }
  }
}

export const departmentRules: Rules = { beforeDelete: refuseUsed, afterWrite: followCodes }
