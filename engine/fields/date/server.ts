import type { ServerField } from '../contract.ts'

export const date: ServerField<'date'> = {
  sheet: { width: 14, hint: '如 2026-09-01' },
  schema: () => ({ type: 'string', format: 'date', examples: ['2026-09-01'] }),
}
