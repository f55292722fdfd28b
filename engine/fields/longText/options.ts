import { nonEmptyText, objectOf, texts } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'
import { textLimits } from '../parts/limits.ts'
import type { Formatting } from './formatted.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Several lines. */
    longText: {
      options: TextLimits & {
        /** It is formatted text, as a `richText` is, in rows whose field has one of these values; sheets hold its HTML. */
        readonly formattedWhen?: Formatting
      }
      value: string
    }
  }
}

const formattedWhen = objectOf<Formatting>({ required: { field: true, is: true }, properties: { field: nonEmptyText, is: texts } })

export const longText: TypeOptions<'longText'> = {
  shape: () => ({ required: {}, properties: { ...textLimits, formattedWhen } }),
}
