import { constTrue } from '../../json-schema-parts.ts'
import type { TypeOptions } from '../contract.ts'
import { timeRules, type TimeRules } from '../parts/field-rule.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** A moment, `yyyy-MM-dd HH:mm:ss`. */
    dateTime: {
      options: TimeRules & {
        /** Kept to the minute: its seconds are always 00. */
        readonly minutes?: true
      }
      value: string
    }
  }
}

export const dateTime: TypeOptions<'dateTime'> = {
  shape: () => ({ required: {}, properties: { ...timeRules, minutes: constTrue } }),
}
