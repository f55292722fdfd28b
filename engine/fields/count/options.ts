import { named, nonEmptyText, objectOf, scalars } from '../../json-schema-parts.ts'
import type { EntityName } from '../../names.ts'
import type { FieldOf, TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Read-only: how many rows of another entity point to this one. */
    count: {
      options: {
        /** The entity whose rows are counted. */
        readonly of: EntityName
        /** Their reference to this one. */
        readonly whose: string
        /** Only those of them that have these values. */
        readonly where?: Readonly<Record<string, string | number>>
        /** What the number says instead of being shown: that there is none, or some. */
        readonly says?: { readonly none: string; readonly some: string }
      }
      value: number
      computed: true
    }
  }
}

const says = objectOf<NonNullable<FieldOf<'count'>['says']>>({
  required: { none: true, some: true },
  properties: { none: nonEmptyText, some: nonEmptyText },
})

export const count: TypeOptions<'count'> = {
  shape: (names) => ({
    required: { of: true, whose: true },
    properties: { of: named(names.entity), whose: nonEmptyText, where: scalars, says },
  }),
  importable: false,
}
