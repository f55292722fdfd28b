import type { ServerField } from '../contract.ts'

export const email: ServerField<'email'> = {
  column: () => 'text',
  label: 'none',
  operators: ['equals', 'contains'],
  schema: () => ({ type: 'string', format: 'email' }),
}
