import type { TypeOptions } from '../contract.ts'
import { referenceOptions, type ReferenceOptions } from '../parts/reference-options.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    treeReference: { options: ReferenceOptions; value: string }
  }
}

export const treeReference: TypeOptions<'treeReference'> = {
  shape: (names) => ({ required: { to: true, show: true }, properties: referenceOptions(names) }),
  renamable: false,
}
