import type { TypeOptions } from '../contract.ts'
import { referenceOptions, type ReferenceOptions } from '../parts/reference-options.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    reference: { options: ReferenceOptions; value: string }
  }
}

export const reference: TypeOptions<'reference'> = {
  shape: (names) => ({ required: { to: true, show: true }, properties: referenceOptions(names) }),
  renamable: false,
}
