import { sql } from 'kysely'
import type { Change, RuleContext, Rules, Tx } from '../../../engine/server/index.ts'
import { number, runs, text } from '../cells.ts'
import { codeLengthBelow, levelOf, nextCode } from './next-code.ts'

async function greatestBelow(tx: Tx, parent: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('sys_depart')
    .select((e) => e.fn.max('org_code').as('code'))
    .where('org_code', 'like', `${parent}%`)
    .where(sql<number>`length(org_code)`, '=', codeLengthBelow(parent))
    .executeTakeFirst()
  return text(row?.code) || undefined
}

/** Make code and level of new departments; what a client sends for them is never read. */
async function giveCodes(context: RuleContext, changes: readonly Change[]): Promise<void> {
  await context.lock('department codes')
  const greatest = new Map<string, string | undefined>()
  for (const change of changes) {
    const { after } = change
    if (!after) continue
    const parentId = text(after.parentId)
    const row =
      parentId === ''
        ? undefined
        : await context.tx.selectFrom('sys_depart').select('org_code').where('id', '=', parentId).executeTakeFirst()
    const parent = text(row?.org_code)
    if (!greatest.has(parent)) greatest.set(parent, await greatestBelow(context.tx, parent))
    const code = nextCode(parent, greatest.get(parent))
    if (code === undefined) {
      change.refuse('该级部门编码已用完，无法继续添加！')
      continue
    }
    greatest.set(parent, code)
    after.orgCode = code
    after.orgType = String(levelOf(code))
  }
}

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

export const departmentRules: Rules = {
  async beforeSave(context, changes) {
    if (context.operation === 'add') await giveCodes(context, changes)
  },
  beforeDelete: refuseUsed,
}
