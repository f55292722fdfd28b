import { objectOf, nonEmptyText } from '../../json-schema-parts.ts'

/** A rule that compares the value with another field of the row, and its sentence. */
interface FieldRule {
  readonly field: string
  readonly message: string
}

/** Rules between two times of one row. */
export interface TimeRules {
  /** Not earlier than this field. */
  readonly notBefore?: { readonly field: string; readonly message: string }
  /** Later than this field. */
  readonly after?: { readonly field: string; readonly message: string }
  /** Earlier than this field. */
  readonly before?: { readonly field: string; readonly message: string }
}

/** The JSON Schema of such a rule. */
export const fieldRule = objectOf<FieldRule>({
  required: { field: true, message: true },
  properties: { field: nonEmptyText, message: nonEmptyText },
})

export const timeRules = { notBefore: fieldRule, after: fieldRule, before: fieldRule }
