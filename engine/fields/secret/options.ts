import type { TypeOptions } from '../contract.ts'
import { pattern } from '../parts/limits.ts'
import { fieldRule } from '../parts/field-rule.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Written, hashed by a rule, never read. */
    secret: {
      options: {
        readonly pattern?: PatternRule
        /** Another field that must have the same value. */
        readonly sameAs?: { readonly field: string; readonly message: string }
      }
      value: string
      silent: true
    }
  }
}

export const secret: TypeOptions<'secret'> = {
  shape: () => ({ required: {}, properties: { pattern, sameAs: fieldRule } }),
  renamable: false,
  importable: false,
}
