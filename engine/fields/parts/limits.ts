import { named, anyNumber, objectOf, objectOr, positive, nonEmptyText } from '../../json-schema-parts.ts'
import type { Limit, PatternName } from '../contract.ts'
import { patterns } from '../patterns.ts'

/** The JSON Schema of limits and patterns, as options of a field. */
export const limit = objectOf<Limit>({ required: { is: true, message: true }, properties: { is: anyNumber, message: nonEmptyText } })

export const pattern = objectOf<{ is: PatternName; message: string }>({
  required: { is: true, message: true },
  properties: { is: named(Object.keys(patterns)), message: nonEmptyText },
})

export const textLimits = { min: limit, max: objectOr(limit, positive), pattern }
