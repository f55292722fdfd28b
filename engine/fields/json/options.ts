import { oneOf } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    json: {
      options: {
        /** What the outermost value must be. */
        readonly shape?: 'object' | 'array'
      }
      value: string
      sent: 'parsed'
    }
  }
}

export const json: TypeOptions<'json'> = {
  shape: () => ({ required: {}, properties: { shape: oneOf('object', 'array') } }),
  importable: false,
}
