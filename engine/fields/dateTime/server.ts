import type { ServerField } from '../contract.ts'

export const dateTime: ServerField<'dateTime'> = {
  sheet: { width: 22, hint: '如 2026-09-01 08:00:00' },
  schema: ({ minutes }) => ({
    type: 'string',
    pattern: `^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:${minutes ? '00' : '\\d{2}'}$`,
    examples: ['2026-09-01 08:00:00'],
  }),
}
