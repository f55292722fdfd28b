import { objectOf, nonEmptyText } from '../../json-schema-parts.ts'
import type { FieldOptions, TypeOptions } from '../contract.ts'
import { referenceOptions, type ReferenceOptions } from '../parts/reference-options.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** A comma list of ids; with `through` the list lives in a link table. */
    multiReference: {
      options: ReferenceOptions & { readonly through?: { readonly table: string; readonly own: string; readonly other: string } }
      value: string
      labelled: true
    }
  }
}

const through = objectOf<NonNullable<FieldOptions['multiReference']['through']>>({
  required: { table: true, own: true, other: true },
  properties: { table: nonEmptyText, own: nonEmptyText, other: nonEmptyText },
})

export const multiReference: TypeOptions<'multiReference'> = {
  shape: (names) => ({ required: { to: true, show: true }, properties: { ...referenceOptions(names), through } }),
  renamable: false,
}
