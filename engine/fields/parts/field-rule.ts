import { objectOf, text } from '../../json-shape.ts'

/** A rule that holds the value against another field of the row, with its sentence. */
export interface FieldRule {
  readonly field: string
  readonly message: string
}

/** Rules between two times of one row. */
export interface TimeRules {
  readonly notBefore?: FieldRule
  readonly after?: FieldRule
}

/** The JSON Schema of such a rule. */
export const fieldRule = objectOf<FieldRule>({ required: { field: true, message: true }, properties: { field: text, message: text } })

export const timeRules = { notBefore: fieldRule, after: fieldRule }
