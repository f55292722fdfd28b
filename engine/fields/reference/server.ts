import type { ServerField } from '../contract.ts'

export const reference: ServerField<'reference'> = {
  column: () => 'text',
  label: 'reference',
  operators: ['equals'],
  schema: (field) => ({ type: 'string', description: `${field.to} 的主键` }),
}
