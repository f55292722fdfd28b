import { labelSource } from '../../fields/shared.ts'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { isBlank, type Filters } from './list-state.ts'

/** The initial values of a new row: the page's filters that are choices in the form, and the values that the place fixes. */
export function addValues(entity: AnyEntity, filters: Filters): WireRow {
  const inForm = new Set(Object.values(entity.form?.groups ?? {}).flat())
  const values: WireRow = {}
  for (const [key, value] of Object.entries(filters)) {
    const field = entity.fields[key]
    if (!field || isBlank(value) || typeof value === 'object') continue
    if (labelSource(field) && (inForm.has(key) || !entity.form)) values[key] = value
  }
  return values
}
