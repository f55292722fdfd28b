import type { FilterValue, Narrowing } from '../fields/client-contract.ts'
import type { AnyField } from '../schema/index.ts'

const isBlankRange = (value: readonly unknown[]): boolean => value.every((part) => part === '')
const isValue = (value: unknown): value is FilterValue =>
  Array.isArray(value) ? !isBlankRange(value) : typeof value === 'number' || (typeof value === 'string' && value !== '')

/** How the other values narrow a field's choices: wire name in the other entity → value; or what else of them decides how it is written. */
export function narrowingOf(field: AnyField, values: Readonly<Record<string, unknown>>): Narrowing {
  if ('formattedWhen' in field && field.formattedWhen) {
    const value = values[field.formattedWhen.field]
    return isValue(value) ? { [field.formattedWhen.field]: value } : {}
  }
  if (!('dependsOn' in field) || !field.dependsOn) return {}
  return Object.fromEntries(
    Object.entries(field.dependsOn).flatMap(([own, other]) => {
      const value = values[own]
      return isValue(value) ? [[other, value] as const] : []
    }),
  )
}
