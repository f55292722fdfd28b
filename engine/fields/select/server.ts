import type { ServerField } from '../contract.ts'
import { hasNumericKeys } from './shared.ts'

export const select: ServerField<'select'> = {
  sheet: { hint: '从下拉列表选择' },
  schema: (field) => {
    const numeric = hasNumericKeys(field)
    return {
      type: numeric ? 'integer' : 'string',
      enum: Object.keys(field.options).map((key) => (numeric ? Number(key) : key)),
      description: Object.entries(field.options)
        .map(([key, text]) => `${key}: ${text}`)
        .join('；'),
    }
  },
}
