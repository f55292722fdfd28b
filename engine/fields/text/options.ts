import { constTrue } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'
import { textLimits } from '../parts/limits.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** One line; sortable ones are kept a second time as a sort key. */
    text: {
      options: TextLimits & {
        /** Kept in small letters and half width, so that spellings that differ in these only are one value. */
        readonly lowerCase?: true
        /** A person's name: it begins with a surname, which is sorted as surnames sound. */
        readonly personal?: true
      }
      value: string
    }
  }
}

export const text: TypeOptions<'text'> = {
  shape: () => ({ required: {}, properties: { ...textLimits, lowerCase: constTrue, personal: constTrue } }),
  maskable: true,
}
