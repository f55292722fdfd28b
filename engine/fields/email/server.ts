import type { ServerField } from '../contract.ts'

export const email: ServerField<'email'> = {
  schema: () => ({ type: 'string', format: 'email' }),
}
