import type { ServerField } from '../contract.ts'

export const dictionary: ServerField<'dictionary'> = {
  sheet: { hint: '从下拉列表选择' },
  schema: (field) => ({ type: 'string', description: `字典 ${field.code}` }),
}
