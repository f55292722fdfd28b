import type { Relation } from '../contract.ts'
import { isEmpty } from '../is-empty.ts'
import type { TimeRules } from './field-rule.ts'

/** Compares a time with another one of its row. Stored times compare as texts, and an empty time breaks no rule. */
function relation(option: keyof TimeRules, rules: TimeRules, isEarly: (own: string, other: string) => boolean): Relation[] {
  const rule = rules[option]
  if (!rule) return []
  const isBroken = (own: unknown, other: unknown) => !isEmpty(own) && !isEmpty(other) && isEarly(String(own), String(other))
  return [{ option, other: rule.field, message: rule.message, bothWays: true, isBroken }]
}

export const timeRelations = (rules: TimeRules): Relation[] => [
  ...relation('notBefore', rules, (own, other) => own < other),
  ...relation('after', rules, (own, other) => own <= other),
  ...relation('before', rules, (own, other) => own >= other),
]
