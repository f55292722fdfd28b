import type { FieldDef } from '../../fields/contract.ts'
import type { AnyCondition, FieldTest } from '../condition.ts'
import { takesRules } from '../takes.ts'
import { requireFit, requireKnown, type Check } from './assertions.ts'
import { checkCondition, valuesTested } from './condition.ts'

/** The values for which the rules say by name what a row that has them takes. */
function named(field: FieldDef, key: string): string[] {
  return takesRules(field).flatMap(({ when }) => {
    const test = when?.[key] as FieldTest | undefined
    return test === undefined ? [] : valuesTested(test).map(String)
  })
}

/** The rules that limit a choice: their conditions, their values, and that a row can keep the value it has. */
export function checkTakes(check: Check, key: string, field: FieldDef): void {
  const path = `fields.${key}.takes`
  const rules = takesRules(field)
  const taken = new Set(rules.flatMap(({ values }) => values.map(String)))
  const kept = named(field, key)
  for (const value of kept) requireKnown(check, path, value, { words: taken, what: 'value that a rule takes' })
  rules.forEach(({ when, values }, index) => {
    checkCondition(check, `${path}[${index}].when`, when as AnyCondition | undefined)
    for (const value of values) {
      requireFit(check, `${path}[${index}].values`, { field, value })
      if (kept.length) requireKnown(check, `${path}[${index}].values`, String(value), { words: kept, what: 'value that a rule keeps' })
    }
    if (!when && index < rules.length - 1)
      check.say(`${path}[${index + 1}]`, 'the rule before it holds for every row, move this one above it')
  })
}
