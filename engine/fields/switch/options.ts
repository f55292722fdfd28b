import { nonEmptyText } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** 0 or 1. */
    switch: {
      options: {
        /** The text of 1, 是 by default. */
        readonly on?: string
        /** The text of 0, 否 by default. */
        readonly off?: string
      }
      value: 0 | 1
      sent: 'spelt'
    }
  }
}

export const switchField: TypeOptions<'switch'> = {
  shape: () => ({ required: {}, properties: { on: nonEmptyText, off: nonEmptyText } }),
}
