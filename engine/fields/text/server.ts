import type { ServerField } from '../contract.ts'
import { textSchema } from '../parts/text-schema.ts'

export const text: ServerField<'text'> = {
  column: () => 'text',
  label: 'none',
  operators: ['equals', 'contains'],
  schema: textSchema,
}
