import { named } from '../../json-schema-parts.ts'
import type { DictionaryCode } from '../../names.ts'
import { takesJson } from '../parts/takes-json.ts'
import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    dictionary: {
      options: TakesOption & {
        /** The dictionary whose items are its values. */
        readonly code: DictionaryCode
      }
      value: string
      labelled: true
    }
  }
}

export const dictionary: TypeOptions<'dictionary'> = {
  shape: (names) => ({ required: { code: true }, properties: { code: named(names.dictionary), takes: takesJson } }),
  check({ code }, { names, known }) {
    if (names.dictionary) known('code', code, { words: names.dictionary, what: 'dictionary' })
  },
}
