import { Refused, type ValueRules } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'
import { checkByRule } from './check-rule.rules.ts'
import { nextCodes } from './fill-rule.rules.ts'

/** The fill rules and check rules that people define, for fields of schemas that name them. */
export const valueRules: ValueRules = {
  next: (tx, rule, count) => nextCodes({ now: () => timeText() }, tx, rule, count),
  async broken(tx, rule, value) {
    const checked = await checkByRule(tx, rule, value)
    if (!checked) throw new Refused(`校验规则 ${rule} 不存在`)
    return checked.failure?.message
  },
}
