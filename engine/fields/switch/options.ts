import { text } from '../../json-shape.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** 0 or 1. */
    switch: { options: { readonly on?: string; readonly off?: string }; value: 0 | 1 }
  }
}

export const switchField: TypeOptions<'switch'> = {
  shape: () => ({ required: {}, properties: { on: text, off: text } }),
}
