import { nonEmptyText } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Read-only: 1 for readers who have a row of their own for it in a table of the application, 0 for all others; such as read and unread. */
    mark: {
      options: {
        /** The table of marks, its column that names the row, and the one that names the reader. */
        readonly table: string
        readonly own: string
        readonly reader: string
        /** The text of 1, 是 by default. */
        readonly on?: string
        /** The text of 0, 否 by default. */
        readonly off?: string
        /** The call of the entity that marks a row: made when its page is shown. */
        readonly seenBy?: string
      }
      value: number
      labelled: true
      computed: true
    }
  }
}

export const mark: TypeOptions<'mark'> = {
  shape: () => ({
    required: { table: true, own: true, reader: true },
    properties: { table: nonEmptyText, own: nonEmptyText, reader: nonEmptyText, on: nonEmptyText, off: nonEmptyText, seenBy: nonEmptyText },
  }),
  importable: false,
  renamable: false,
}
