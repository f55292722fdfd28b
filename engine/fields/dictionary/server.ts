import type { ServerField } from '../contract.ts'

export const dictionary: ServerField<'dictionary'> = {
  column: () => 'text',
  label: 'dictionary',
  operators: ['equals'],
  schema: (field) => ({ type: 'string', description: `字典 ${field.code}` }),
}
