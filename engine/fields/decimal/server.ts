import type { ServerField } from '../contract.ts'

export const decimal: ServerField<'decimal'> = {
  sheet: { width: 12, hint: '数字' },
  schema: (field) => ({ type: 'number', ...(field.min && { minimum: field.min.is }), ...(field.max && { maximum: field.max.is }) }),
}
