import type { TypeOptions } from '../contract.ts'
import { referenceOptions, type ReferenceOptions } from '../parts/reference-options.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** The id of a row of a `tree`, chosen in the tree. */
    treeReference: { options: ReferenceOptions; value: string; labelled: true }
  }
}

export const treeReference: TypeOptions<'treeReference'> = {
  shape: (names) => ({ required: { to: true, show: true }, properties: referenceOptions(names) }),
  renamable: false,
}
