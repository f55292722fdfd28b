import type { ServerField } from '../contract.ts'

export const number: ServerField<'number'> = {
  sheet: { width: 10, hint: '整数' },
  schema: (field) => ({ type: 'integer', ...(field.min && { minimum: field.min.is }), ...(field.max && { maximum: field.max.is }) }),
}
