import { constTrue, nonEmptyText } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'
import { textLimits } from '../parts/limits.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** One line. If it is sortable, a sort key is stored as well. */
    text: {
      options: TextLimits & {
        /** Stored in lower case and half width, so that spellings that differ only in these are one value. */
        readonly lowerCase?: true
        /** A person's name: it begins with a surname, which is sorted by its pronunciation as a surname. */
        readonly personal?: true
        /** A regular expression: the sentence for a text that is none. */
        readonly expression?: string
        /** The code of a fill rule, which makes the value of a new row that brings none. */
        readonly code?: string
        /** The code of a check rule, which every new value must pass. */
        readonly check?: string
      }
      value: string
    }
  }
}

export const text: TypeOptions<'text'> = {
  shape: () => ({
    required: {},
    properties: {
      ...textLimits,
      lowerCase: constTrue,
      personal: constTrue,
      expression: nonEmptyText,
      code: nonEmptyText,
      check: nonEmptyText,
    },
  }),
  check(field, { say }) {
    if (field.code !== undefined && field.required) say('required', 'the rule gives rows without a value one, so nobody has to; remove it')
  },
  maskable: true,
}
