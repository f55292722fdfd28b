import type { ServerField } from '../contract.ts'

export const count: ServerField<'count'> = {
  schema: () => ({ type: 'integer', readOnly: true }),
}
