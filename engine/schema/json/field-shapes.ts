import type { Common } from '../../fields/contract.ts'
import { fieldOptions } from '../../fields/options.ts'
import {
  flag,
  arrayOf,
  named,
  objectOf,
  objectOr,
  oneOf,
  scalar,
  nonEmptyText,
  texts,
  unionOf,
  constTrue,
  type Json,
  type Shape,
} from '../../json-schema-parts.ts'
import type { SchemaNames } from './names.ts'

const unique = objectOf<{ message: string; within: readonly string[] }>({
  required: { message: true, within: true },
  properties: { message: nonEmptyText, within: texts },
})
const common = (names: SchemaNames): Shape<Common> => ({
  required: { label: true },
  properties: {
    label: nonEmptyText,
    required: nonEmptyText,
    requiredOn: oneOf('add'),
    later: constTrue,
    unique: objectOr(unique, nonEmptyText),
    readonly: oneOf(true, false, 'edit', 'given'),
    default: scalar,
    help: nonEmptyText,
    mask: oneOf('middle'),
    index: flag,
    formerLabels: texts,
    renamedFrom: nonEmptyText,
    also: nonEmptyText,
    derive: named(names.derive),
    kept: constTrue,
    transient: flag,
  },
})

/** A field definition: its type decides which options it has. */
export function fieldJson(names: SchemaNames): Json {
  const every = common(names)
  const cases = Object.entries(fieldOptions).map(([type, options]): [string, Json] => {
    const own = options.shape(names)
    const required = [...Object.keys(every.required), ...Object.keys(own.required)]
    const properties = { type: true, ...every.properties, ...own.properties }
    return [type, { required, properties, additionalProperties: false }]
  })
  return unionOf('type', Object.fromEntries(cases))
}

/** Fields by their key. */
export const fieldsJson: Json = { type: 'object', additionalProperties: { $ref: '#/$defs/field' } }

export const conditionJson: Json = {
  type: 'object',
  properties: { anyOf: arrayOf({ $ref: '#/$defs/condition' }), allOf: arrayOf({ $ref: '#/$defs/condition' }) },
  additionalProperties: objectOr(
    objectOf<{ not?: unknown; empty?: boolean; gte?: unknown; lte?: unknown }>({
      required: {},
      properties: { not: { type: ['string', 'number', 'array'] }, empty: flag, gte: scalar, lte: scalar },
    }),
    { type: ['string', 'number', 'array'] },
  ),
}
