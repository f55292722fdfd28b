import { nonEmptyText } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Read-only: a field of the row that a reference of this entity points to. */
    via: {
      options: {
        /** The reference. */
        readonly by: string
        /** The field of that row. */
        readonly field: string
      }
      value: string | number
      computed: true
    }
  }
}

export const via: TypeOptions<'via'> = {
  shape: () => ({ required: { by: true, field: true }, properties: { by: nonEmptyText, field: nonEmptyText } }),
  maskable: true,
  importable: false,
}
