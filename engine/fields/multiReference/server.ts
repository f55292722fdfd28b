import type { ServerField } from '../contract.ts'

export const multiReference: ServerField<'multiReference'> = {
  column: (field) => (field.through ? null : 'text'),
  label: 'reference',
  operators: ['equals'],
  schema: (field) => ({ type: 'string', description: `${field.to} 的主键，多个以逗号分隔` }),
}
