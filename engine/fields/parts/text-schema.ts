import type { FieldOf } from '../contract.ts'
import { patterns } from '../patterns.ts'

/** The JSON Schema of a text, of one line or many. */
export const textSchema = ({ min, max, pattern }: FieldOf<'text'> | FieldOf<'longText'>) => ({
  type: 'string',
  ...(min && { minLength: min.is }),
  ...(max && { maxLength: typeof max === 'number' ? max : max.is }),
  ...(pattern && { pattern: patterns[pattern.is].source }),
})
