import type { ServerField } from '../contract.ts'
import { patterns } from '../patterns.ts'

export const text: ServerField<'text'> = {
  column: () => 'text',
  label: 'none',
  operators: ['equals', 'contains'],
  schema: (field) => ({
    type: 'string',
    ...(field.min && { minLength: field.min.is }),
    ...(field.max && { maxLength: typeof field.max === 'number' ? field.max : field.max.is }),
    ...(field.pattern && { pattern: patterns[field.pattern.is].source }),
  }),
}
