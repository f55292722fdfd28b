import type { ServerField } from '../contract.ts'

export const multiReference: ServerField<'multiReference'> = {
  sheet: { hint: '多个以逗号分隔' },
  schema: (field) => ({ type: 'string', description: `${field.to} 的主键，多个以逗号分隔` }),
}
