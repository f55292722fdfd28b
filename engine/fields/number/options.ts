import type { TypeOptions } from '../contract.ts'
import { limit } from '../parts/limits.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** A whole number. */
    number: { options: { readonly min?: Limit; readonly max?: Limit }; value: number; sent: 'typed' }
  }
}

export const number: TypeOptions<'number'> = {
  shape: () => ({ required: {}, properties: { min: limit, max: limit } }),
}
