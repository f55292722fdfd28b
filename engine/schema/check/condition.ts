import { isStored } from '../../fields/computed.ts'
import type { AnyCondition, FieldTest } from '../condition.ts'
import { requireFit, primaryKeyOf, ownField, type Check } from './assertions.ts'

type Scalar = string | number
/** The values that a test names. */
export const valuesTested = (test: FieldTest): readonly Scalar[] => {
  if (typeof test !== 'object') return [test]
  if (Array.isArray(test)) return test as readonly Scalar[]
  const { not } = test as { not?: Scalar | readonly Scalar[] }
  return not === undefined ? [] : Array.isArray(not) ? (not as readonly Scalar[]) : [not as Scalar]
}

/**
 * The fields of a condition exist, and are compared with values that they can have. A condition that becomes part of an SQL statement
 * (`inStatement`) can use only stored fields.
 */
export function checkCondition(check: Check, path: string, condition: AnyCondition | undefined, inStatement = false): void {
  if (!condition) return
  for (const word of ['anyOf', 'allOf'] as const) {
    const parts = (condition as { readonly [word: string]: readonly AnyCondition[] | undefined })[word]
    if (Array.isArray(parts))
      return parts.forEach((part: AnyCondition, index) => checkCondition(check, `${path}.${word}[${index}]`, part, inStatement))
  }
  for (const [key, test] of Object.entries(condition as Readonly<Record<string, FieldTest>>)) {
    if (key === primaryKeyOf(check.entity)) continue
    const field = ownField(check, path, key)
    if (field && inStatement && !isStored(field))
      check.say(`${path}.${key}`, 'the table does not store it, so no statement can ask for it; name a stored field')
    if (field) for (const value of valuesTested(test)) requireFit(check, `${path}.${key}`, { field, value })
  }
}
