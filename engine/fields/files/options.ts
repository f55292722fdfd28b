import { oneOf, positive, nonEmptyText } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Comma list of stored paths. */
    files: {
      options: {
        readonly accept: 'image' | 'any'
        /** The most files that it takes. */
        readonly count: number
        /** The sentence for a value that is not accepted. */
        readonly message?: string
        /** 'path': a cell shows where a file is stored instead of its name. */
        readonly shows?: 'path'
      }
      value: string
    }
  }
}

export const files: TypeOptions<'files'> = {
  shape: () => ({
    required: { accept: true, count: true },
    properties: { accept: oneOf('image', 'any'), count: positive, message: nonEmptyText, shows: oneOf('path') },
  }),
  renamable: false,
  importable: false,
}
