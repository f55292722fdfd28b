import type { TypeOptions } from '../contract.ts'
import { textLimits } from '../parts/limits.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Formatted text as HTML: cleaned of all that could run before it is stored, and shown in a sandboxed frame. */
    richText: { options: Pick<TextLimits, 'max'>; value: string }
  }
}

export const richText: TypeOptions<'richText'> = {
  shape: () => ({ required: {}, properties: { max: textLimits.max } }),
  importable: false,
}
