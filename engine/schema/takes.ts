import type { FieldDef, Fields, TakesRule, WireRow } from '../fields/contract.ts'
import { isEmpty } from '../fields/is-empty.ts'
import { holds, type AnyCondition } from './condition.ts'

interface RowAtHand {
  /** The values that the row will have; of an edit, at least the changed ones. */
  readonly values: WireRow
  /** The row as it is stored; nothing of it exists while a row is added. */
  readonly stored?: WireRow | undefined
}

/** The rules that limit a field's values in some rows. */
export const takesRules = (field: FieldDef): readonly TakesRule[] => ('takes' in field ? field.takes : undefined) ?? []

/**
 * The rule for a field in this row: the first whose condition holds for the other fields as they will be and the field itself as it was.
 * Without one it takes every value.
 */
export function takesRule(field: FieldDef, key: string, { values, stored }: RowAtHand): TakesRule | undefined {
  const rules = takesRules(field)
  if (!rules.length) return undefined
  const row = { ...stored, ...values, [key]: stored?.[key] ?? null }
  return rules.find(({ when }) => holds(when as AnyCondition | undefined, row))
}

const isTaken = ({ values }: TakesRule, value: unknown): boolean => values.some((one) => String(one) === String(value))

/** The sentence for a value that the field does not take in this row. */
export function takesProblem(field: FieldDef, key: string, row: RowAtHand): string | undefined {
  const value = Object.hasOwn(row.values, key) ? row.values[key] : row.stored?.[key]
  const rule = isEmpty(value) ? undefined : takesRule(field, key, row)
  return rule && !isTaken(rule, value) ? rule.otherwise : undefined
}

/** What the field starts with in this new row: its default, or the first value that it takes here. */
export function takenDefault(field: FieldDef, key: string, row: RowAtHand): string | number | undefined {
  const rule = takesRule(field, key, row)
  return rule && field.default !== undefined && !isTaken(rule, field.default) ? rule.values[0] : field.default
}

/** The values of a new row with each choice that it does not take replaced by what it starts with. */
export function settledChoices(fields: Fields, row: WireRow): WireRow {
  const settled = { ...row }
  for (const [key, field] of Object.entries(fields)) {
    if (takesProblem(field, key, { values: settled }) !== undefined) settled[key] = takenDefault(field, key, { values: settled }) ?? null
  }
  return settled
}
