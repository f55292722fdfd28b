import type { ServerField } from '../contract.ts'

export const secret: ServerField<'secret'> = {
  schema: () => ({ type: 'string', format: 'password', writeOnly: true }),
}
