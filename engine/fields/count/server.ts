import type { ServerField } from '../contract.ts'

export const count: ServerField<'count'> = {
  column: () => null,
  label: 'none',
  operators: ['equals', 'range'],
  schema: () => ({ type: 'integer', readOnly: true }),
}
