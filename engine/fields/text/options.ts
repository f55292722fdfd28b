import { yes } from '../../json-shape.ts'
import type { TypeOptions } from '../contract.ts'
import { textLimits } from '../parts/limits.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /**
     * `lowerCase`: kept in small letters and half width, so that spellings that differ in these only are one value.
     * `personal`: a person's name: it begins with a surname, which is sorted as surnames sound.
     */
    text: { options: TextLimits & { readonly lowerCase?: true; readonly personal?: true }; value: string }
  }
}

export const text: TypeOptions<'text'> = {
  shape: () => ({ required: {}, properties: { ...textLimits, lowerCase: yes, personal: yes } }),
  maskable: true,
}
