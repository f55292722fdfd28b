import { nonEmptyText } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    email: {
      options: {
        /** The sentence for a value that is not accepted. */
        readonly message: string
      }
      value: string
    }
  }
}

export const email: TypeOptions<'email'> = {
  shape: () => ({ required: { message: true }, properties: { message: nonEmptyText } }),
}
