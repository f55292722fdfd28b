import type { ServerField } from '../contract.ts'

export const secret: ServerField<'secret'> = {
  column: () => 'text',
  label: 'none',
  operators: [],
  schema: () => ({ type: 'string', format: 'password', writeOnly: true }),
}
