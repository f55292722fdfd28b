import type { ServerField } from '../contract.ts'

export const decimal: ServerField<'decimal'> = {
  column: () => 'real',
  label: 'none',
  operators: ['equals', 'range'],
  schema: (field) => ({ type: 'number', ...(field.min && { minimum: field.min.is }), ...(field.max && { maximum: field.max.is }) }),
}
