import { nonEmptyText } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** 0 or 1. */
    switch: {
      options: {
        /** What 1 is called: 是 unless said. */
        readonly on?: string
        /** What 0 is called: 否 unless said. */
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
