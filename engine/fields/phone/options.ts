import { nonEmptyText, oneOf } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    phone: {
      options: {
        /** The sentence for a value that is not accepted. */
        readonly message: string
        /** Which numbers are accepted, where these are fewer than all of the mainland's mobiles. */
        readonly accepts?: 'recoveryMobile'
      }
      value: string
    }
  }
}

export const phone: TypeOptions<'phone'> = {
  shape: () => ({ required: { message: true }, properties: { message: nonEmptyText, accepts: oneOf('recoveryMobile') } }),
  maskable: true,
}
