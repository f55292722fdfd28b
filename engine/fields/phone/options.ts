import { nonEmptyText } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    phone: {
      options: {
        /** The sentence for a value that is not accepted. */
        readonly message: string
      }
      value: string
    }
  }
}

export const phone: TypeOptions<'phone'> = {
  shape: () => ({ required: { message: true }, properties: { message: nonEmptyText } }),
  maskable: true,
}
