import { nonEmptyText, oneOf } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    json: {
      options: {
        /** What the outermost value must be. */
        readonly shape?: 'object' | 'array'
        /** The sentence for a text that is no JSON, and for a wrong shape as well unless `otherwise` has one. */
        readonly message?: string
        /** The sentence for a list where an object is wanted, and for an object where a list is. */
        readonly otherwise?: string
      }
      value: string
      sent: 'parsed'
    }
  }
}

export const json: TypeOptions<'json'> = {
  shape: () => ({ required: {}, properties: { shape: oneOf('object', 'array'), message: nonEmptyText, otherwise: nonEmptyText } }),
}
