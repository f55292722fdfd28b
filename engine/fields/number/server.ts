import type { ServerField } from '../contract.ts'

export const number: ServerField<'number'> = {
  column: () => 'integer',
  label: 'none',
  operators: ['equals', 'range'],
  schema: (field) => ({ type: 'integer', ...(field.min && { minimum: field.min.is }), ...(field.max && { maximum: field.max.is }) }),
}
