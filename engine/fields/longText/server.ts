import type { ServerField } from '../contract.ts'
import { textSchema } from '../parts/text-schema.ts'

export const longText: ServerField<'longText'> = {
  column: () => 'text',
  label: 'none',
  operators: ['equals', 'contains'],
  schema: textSchema,
}
