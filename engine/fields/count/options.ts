import { named, nonEmptyText } from '../../json-schema-parts.ts'
import type { EntityName } from '../../names.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Read-only: how many rows of another entity point to this one. */
    count: {
      options: {
        /** The entity whose rows are counted. */
        readonly of: EntityName
        /** Their reference to this one. */
        readonly whose: string
      }
      value: number
      computed: true
    }
  }
}

export const count: TypeOptions<'count'> = {
  shape: (names) => ({ required: { of: true, whose: true }, properties: { of: named(names.entity), whose: nonEmptyText } }),
  importable: false,
}
