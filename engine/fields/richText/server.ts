import type { ServerField } from '../contract.ts'
import { cleanHtml } from './clean-html.ts'

export const richText: ServerField<'richText'> = {
  sheet: { width: 40 },
  schema: () => ({ type: 'string', contentMediaType: 'text/html' }),
  cleaned: cleanHtml,
}
