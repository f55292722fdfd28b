import { arrayOf, definitionRef, filled, nonEmptyText, objectOf, scalar } from '../../json-schema-parts.ts'
import type { TakesRule } from '../contract.ts'

/** The option `takes` of a choice. */
export const takesJson = arrayOf(
  objectOf<TakesRule>({
    required: { values: true, otherwise: true },
    properties: { when: definitionRef('condition'), values: filled(scalar), otherwise: nonEmptyText },
  }),
)
