import type { ServerField } from '../contract.ts'

export const treeReference: ServerField<'treeReference'> = {
  column: () => 'text',
  label: 'reference',
  operators: ['equals'],
  schema: (field) => ({ type: 'string', description: `${field.to} 的主键` }),
}
