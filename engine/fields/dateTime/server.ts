import type { ServerField } from '../contract.ts'

export const dateTime: ServerField<'dateTime'> = {
  column: () => 'text',
  label: 'none',
  operators: ['equals', 'range'],
  schema: ({ minutes }) => ({
    type: 'string',
    pattern: `^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:${minutes ? '00' : '\\d{2}'}$`,
    examples: ['2026-09-01 08:00:00'],
  }),
}
