import { mapOf, oneOf, textMap } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'
import { takesJson } from '../parts/takes-json.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** Values of its own; keys that look like numbers are numbers on the wire. */
    select: {
      options: TakesOption & {
        /** Value → text. */
        readonly options: Readonly<Record<string, string>>
        /** Value → colour of its tag. */
        readonly colours?: Readonly<Record<string, Colour>>
      }
      value: string | number
      sent: 'spelt'
      labelled: true
    }
  }
}

const colour = oneOf('default', 'blue', 'green', 'orange', 'red', 'cyan', 'purple', 'gold')

export const select: TypeOptions<'select'> = {
  shape: () => ({
    required: { options: true },
    properties: { options: { ...textMap, minProperties: 1 }, colours: mapOf(colour), takes: takesJson },
  }),
  check({ options, colours = {} }, { say, known }) {
    const words = Object.keys(options)
    if (!words.length) say('options', 'a select needs at least one option')
    for (const key of Object.keys(colours)) known('colours', key, { words, what: 'option' })
  },
}
