import type { ServerField } from '../contract.ts'

export const date: ServerField<'date'> = {
  column: () => 'text',
  label: 'none',
  operators: ['equals', 'range'],
  schema: () => ({ type: 'string', format: 'date', examples: ['2026-09-01'] }),
}
