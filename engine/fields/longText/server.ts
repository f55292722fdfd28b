import type { ServerField } from '../contract.ts'
import { textSchema } from '../parts/text-schema.ts'

export const longText: ServerField<'longText'> = {
  sheet: { width: 40 },
  schema: textSchema,
}
