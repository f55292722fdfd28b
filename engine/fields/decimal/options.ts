import { positive } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'
import { DIGITS } from './digits.ts'
import { limit } from '../parts/limits.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    decimal: {
      options: {
        readonly min?: Limit
        readonly max?: Limit
        /** The number of decimal places; a value has 15 digits in all. */
        readonly scale: number
      }
      value: number
      sent: 'typed'
      kept: true
    }
  }
}

export const decimal: TypeOptions<'decimal'> = {
  shape: () => ({ required: { scale: true }, properties: { min: limit, max: limit, scale: positive } }),
  check({ scale }, { say }) {
    if (scale >= DIGITS) say('scale', `a decimal has ${DIGITS} digits in all, so it has fewer decimal places`)
  },
}
