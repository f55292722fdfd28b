import {
  defineRules,
  Refused,
  type CallContext,
  type CallParams,
  type Change,
  type Reader,
  type RuleContext,
  type Tx,
} from '../../../engine/server/index.ts'
import { checkRule } from '../../../schemas/platform/check-rule.ts'
import { itemsOfJson, itemsOfRows, rowsOfItems } from './check-items.ts'
import { firstFailure, type CheckItem } from './check-values.ts'

type RuleChange = Change<'checkRule'>

/** The two tables and the one list say the same: what was changed of them makes the other. */
function settle(change: RuleChange): void {
  const { before, after } = change
  if (!after) return
  const moved = (key: 'localRules' | 'globalRules' | 'ruleJson') => (before?.[key] ?? null) !== (after[key] ?? null)
  const byRows = moved('localRules') || moved('globalRules')
  const byJson = moved('ruleJson') && after.ruleJson
  const read = byJson ? itemsOfJson(after.ruleJson ?? '[]') : itemsOfRows(after)
  if ('problem' in read) return change.refuse(read.problem, read.field)
  if (byJson && byRows) {
    const rows = itemsOfRows(after)
    if ('problem' in rows) return change.refuse(rows.problem, rows.field)
    if (JSON.stringify(rows.items) !== JSON.stringify(read.items)) return change.refuse('规则JSON与局部规则、全局规则不一致', 'ruleJson')
  }
  Object.assign(after, rowsOfItems(read.items), { ruleJson: JSON.stringify(read.items) })
}

/** The items of the rule of that code, if there is one. */
export async function itemsOfRule(db: Reader | Tx, ruleCode: string): Promise<readonly CheckItem[] | undefined> {
  const rule = await db.selectFrom('sys_check_rule').select('rule_json').where('rule_code', '=', ruleCode).executeTakeFirst()
  return rule && (JSON.parse(rule.rule_json || '[]') as CheckItem[])
}

/** Other front ends encode the value once more than the address needs. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

async function checkByCode({ engine, params }: CallContext<CallParams<'checkRule', 'checkByCode'>>) {
  const items = await itemsOfRule(engine.db.read, params.ruleCode)
  if (!items) throw new Refused('该编码不存在')
  const failure = firstFailure(items, decoded(params.value ?? ''))
  return failure ? ({ success: false, message: failure.message, result: failure } as const) : {}
}

export const checkRuleRules = defineRules(checkRule, {
  beforeSave: (_context: RuleContext, changes: readonly RuleChange[]) => changes.forEach(settle),
  calls: { checkByCode },
})
