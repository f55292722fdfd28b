import type { TypeOptions } from '../contract.ts'
import { textLimits } from '../parts/limits.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Several lines. */
    longText: { options: TextLimits; value: string }
  }
}

export const longText: TypeOptions<'longText'> = {
  shape: () => ({ required: {}, properties: textLimits }),
}
