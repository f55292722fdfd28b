import type { TypeOptions } from '../contract.ts'
import { timeRules, type TimeRules } from '../parts/field-rule.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** A day, `yyyy-MM-dd`. */
    date: { options: TimeRules; value: string }
  }
}

export const date: TypeOptions<'date'> = {
  shape: () => ({ required: {}, properties: timeRules }),
}
