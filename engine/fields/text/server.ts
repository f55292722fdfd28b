import type { ServerField } from '../contract.ts'
import { foldCase } from '../parts/read-text.ts'
import { textSchema } from '../parts/text-schema.ts'

export const text: ServerField<'text'> = {
  spelling: (text, { lowerCase }) => (lowerCase ? foldCase(text) : text),
  schema: textSchema,
}
