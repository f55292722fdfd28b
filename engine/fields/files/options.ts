import { one, positive, text } from '../../json-shape.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Comma list of stored paths. */
    files: {
      options: {
        readonly accept: 'image' | 'any'
        /** The most that it takes. */
        readonly count: number
        /** The sentence for what is not accepted. */
        readonly message?: string
      }
      value: string
    }
  }
}

export const files: TypeOptions<'files'> = {
  shape: () => ({
    required: { accept: true, count: true },
    properties: { accept: one('image', 'any'), count: positive, message: text },
  }),
  renamable: false,
  importable: false,
}
