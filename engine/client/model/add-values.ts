import { labelSource } from '../../fields/shared.ts'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { isBlank, type Filters } from './list-state.ts'

/** What a new row starts with: the filters of the page that are choices of the form, and what the place gives. */
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
