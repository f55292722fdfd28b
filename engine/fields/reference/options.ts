import type { TypeOptions } from '../contract.ts'
import { referenceOptions, type ReferenceOptions } from '../parts/reference-options.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** The id of a row of another entity. */
    reference: { options: ReferenceOptions; value: string; labelled: true }
  }
}

export const reference: TypeOptions<'reference'> = {
  shape: (names) => ({ required: { to: true, show: true }, properties: referenceOptions(names) }),
  renamable: false,
}
