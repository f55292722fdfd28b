import type { ServerField } from '../contract.ts'
import { textSchema } from '../parts/text-schema.ts'
import { cleanHtml } from '../richText/clean-html.ts'
import { isFormatted } from './formatted.ts'

export const longText: ServerField<'longText'> = {
  sheet: { width: 40 },
  schema: textSchema,
  cleaned: (text, field, row) => (isFormatted(field, row) ? cleanHtml(text) : text),
}
