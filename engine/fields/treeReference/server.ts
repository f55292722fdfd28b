import type { ServerField } from '../contract.ts'

export const treeReference: ServerField<'treeReference'> = {
  sheet: { hint: '填写名称' },
  schema: (field) => ({ type: 'string', description: `${field.to} 的主键` }),
}
