import type { ServerField } from '../contract.ts'

export const switchField: ServerField<'switch'> = {
  column: () => 'integer',
  label: 'none',
  operators: ['equals'],
  schema: () => ({ type: 'integer', enum: [0, 1] }),
}
