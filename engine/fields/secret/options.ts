import { constTrue } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'
import { limit, pattern } from '../parts/limits.ts'
import { fieldRule } from '../parts/field-rule.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Written, hashed or encrypted, never read. */
    secret: {
      options: {
        readonly pattern?: PatternRule
        /** The least strength, from 0 to 3 (see `engine/fields/secret/strength.ts`). The input shows it as a bar. */
        readonly strength?: Limit
        /** Encrypted instead of hashed: the server itself has to use it. */
        readonly sealed?: true
        /** Another field that must have the same value. */
        readonly sameAs?: { readonly field: string; readonly message: string }
      }
      value: string
      silent: true
    }
  }
}

export const secret: TypeOptions<'secret'> = {
  shape: () => ({ required: {}, properties: { pattern, strength: limit, sealed: constTrue, sameAs: fieldRule } }),
  renamable: false,
  importable: false,
}
