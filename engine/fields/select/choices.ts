import type { FieldOf } from '../contract.ts'
import { optionValue } from './shared.ts'

/** The field's own values, in the order of the schema. */
export const selectChoices = (field: FieldOf<'select'>) =>
  Object.entries(field.options).map(([key, label]) => ({ value: optionValue(key), label }))
