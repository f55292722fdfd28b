import { Refused, type ValueRules } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'
import { itemsOfRule } from './check-rule.rules.ts'
import { firstFailure } from './check-values.ts'
import { nextCodes } from './fill-rule.rules.ts'

/** The fill rules and check rules that people define, for fields of schemas that name them. */
export const valueRules: ValueRules = {
  next: (tx, rule, count) => nextCodes({ now: () => timeText() }, tx, rule, count),
  async checker(tx, rule) {
    const items = await itemsOfRule(tx, rule)
    if (!items) throw new Refused(`校验规则 ${rule} 不存在`)
    return (value) => firstFailure(items, value)?.message
  },
}
