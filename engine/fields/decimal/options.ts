import { positive } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'
import { limit } from '../parts/limits.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    decimal: {
      options: {
        readonly min?: Limit
        readonly max?: Limit
        /** The number of decimal places. */
        readonly scale: number
      }
      value: number
      sent: 'typed'
    }
  }
}

export const decimal: TypeOptions<'decimal'> = {
  shape: () => ({ required: { scale: true }, properties: { min: limit, max: limit, scale: positive } }),
}
