import type { Common, FieldOptions, FieldType, Limit, PatternName } from '../../fields/contract.ts'
import { patterns } from '../../fields/patterns.ts'
import {
  listOf,
  mapOf,
  named,
  objectOf,
  objectOr,
  one,
  positive,
  scalar,
  text,
  textMap,
  texts,
  unionOf,
  yes,
  type Json,
  type Shape,
} from './shape.ts'
import type { SchemaNames } from './names.ts'

const limit = objectOf<Limit>({ required: { is: true, message: true }, properties: { is: { type: 'number' }, message: text } })
const relation = objectOf<{ field: string; message: string }>({
  required: { field: true, message: true },
  properties: { field: text, message: text },
})
const pattern = objectOf<{ is: PatternName; message: string }>({
  required: { is: true, message: true },
  properties: { is: one(...Object.keys(patterns)), message: text },
})
const colour = one('default', 'blue', 'green', 'orange', 'red', 'cyan', 'purple', 'gold')
const textLimits = { min: limit, max: objectOr(limit, positive), pattern }
const unique = objectOf<{ message: string; within: readonly string[] }>({
  required: { message: true, within: true },
  properties: { message: text, within: texts },
})
const through = objectOf<{ table: string; own: string; other: string }>({
  required: { table: true, own: true, other: true },
  properties: { table: text, own: text, other: text },
})

const common = (names: SchemaNames): Shape<Common> => ({
  required: { label: true },
  properties: {
    label: text,
    required: text,
    requiredOn: one('add'),
    unique: objectOr(unique, text),
    readonly: one(true, false, 'edit', 'given'),
    default: scalar,
    help: text,
    mask: one('middle'),
    index: { type: 'boolean' },
    formerLabels: texts,
    renamedFrom: text,
    also: text,
    derive: named(names.derive),
    kept: yes,
    transient: { type: 'boolean' },
  },
})

const choice = (names: SchemaNames) => ({
  to: named(names.entity),
  show: text,
  beside: text,
  dependsOn: textMap,
  preselect: text,
  owner: yes,
  text,
})
const fieldShapes = (names: SchemaNames): { readonly [T in FieldType]: Shape<FieldOptions[T]> } => ({
  text: { required: {}, properties: { ...textLimits, lowerCase: yes, personal: yes } },
  longText: { required: {}, properties: textLimits },
  number: { required: {}, properties: { min: limit, max: limit } },
  decimal: { required: { scale: true }, properties: { min: limit, max: limit, scale: positive } },
  date: { required: {}, properties: { notBefore: relation, after: relation } },
  dateTime: { required: {}, properties: { notBefore: relation, after: relation, minutes: yes } },
  select: { required: { options: true }, properties: { options: { ...textMap, minProperties: 1 }, colours: mapOf(colour) } },
  dictionary: { required: { code: true }, properties: { code: named(names.dictionary) } },
  reference: { required: { to: true, show: true }, properties: choice(names) },
  multiReference: { required: { to: true, show: true }, properties: { ...choice(names), through } },
  treeReference: { required: { to: true, show: true }, properties: choice(names) },
  switch: { required: {}, properties: { on: text, off: text } },
  files: { required: { accept: true, count: true }, properties: { accept: one('image', 'any'), count: positive, message: text } },
  phone: { required: { message: true }, properties: { message: text } },
  email: { required: { message: true }, properties: { message: text } },
  secret: { required: {}, properties: { pattern, sameAs: relation } },
  json: { required: {}, properties: { shape: one('object', 'array') } },
  via: { required: { by: true, field: true }, properties: { by: text, field: text } },
  count: { required: { of: true, whose: true }, properties: { of: named(names.entity), whose: text } },
})

/** A field definition: its type decides which options it has. */
export function fieldJson(names: SchemaNames): Json {
  const every = common(names)
  const cases = Object.entries(fieldShapes(names)).map(([type, shape]): [string, Json] => [
    type,
    {
      required: [...Object.keys(every.required), ...Object.keys(shape.required)],
      properties: { type: true, ...every.properties, ...shape.properties },
      additionalProperties: false,
    },
  ])
  return unionOf('type', Object.fromEntries(cases))
}

/** Fields by their key. */
export const fieldsJson: Json = { type: 'object', additionalProperties: { $ref: '#/$defs/field' } }

export const conditionJson: Json = {
  type: 'object',
  properties: { anyOf: listOf({ $ref: '#/$defs/condition' }), allOf: listOf({ $ref: '#/$defs/condition' }) },
  additionalProperties: objectOr(
    objectOf<{ not?: unknown; empty?: boolean; gte?: unknown; lte?: unknown }>({
      required: {},
      properties: { not: { type: ['string', 'number', 'array'] }, empty: { type: 'boolean' }, gte: scalar, lte: scalar },
    }),
    { type: ['string', 'number', 'array'] },
  ),
}
