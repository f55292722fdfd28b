import type { Json, JsonOf } from './json-schema-parts.ts'

/*
 * What pages read from outside: what was stored in a browser, and messages of a server that may be of another version.
 * Not ajv, which the server uses for the same schemas: it makes functions from text, which the pages' content policy forbids.
 * Words of a schema known here: type, enum, const, minimum, maximum, minLength, items, properties, required,
 * additionalProperties, allOf of if and then, default; a test holds both to the same answers.
 */

type Values = Readonly<Record<string, unknown>>

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

const isOf = (type: unknown, value: unknown): boolean => {
  if (type === 'integer') return Number.isInteger(value)
  return type === (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
}

/** Whether a single value is what its schema says. */
function fits({ type, enum: words, minimum, maximum, minLength, ...schema }: Json, value: unknown): boolean {
  if (type !== undefined && ![type].flat().some((one) => isOf(one, value))) return false
  if (Array.isArray(words) && !words.includes(value)) return false
  if ('const' in schema && schema['const'] !== value) return false
  if (typeof value === 'string') return value.length >= Number(minLength ?? 0)
  return typeof value !== 'number' || (value >= Number(minimum ?? -Infinity) && value <= Number(maximum ?? Infinity))
}

function objectIn(schema: Json, values: Values): Values | undefined {
  const { required = [], additionalProperties: others } = schema
  const properties = isValues(schema['properties']) ? schema['properties'] : {}
  const found = new Map<string, unknown>()
  for (const [key, of] of Object.entries(properties)) if (isValues(of) && of['default'] !== undefined) found.set(key, of['default'])
  for (const [key, each] of Object.entries(values)) {
    const own = Object.hasOwn(properties, key) ? properties[key] : others
    const value = isValues(own) ? understood(own, each) : own === false ? undefined : each
    if (value !== undefined) found.set(key, value)
  }
  return [required].flat().every((key) => found.has(String(key))) ? Object.fromEntries(found) : undefined
}

/** The value as its schema has it: lists and maps without entries that do not fit, objects with their defaults and nothing else. */
function understood(schema: Json, value: unknown): unknown {
  if (!fits(schema, value)) return undefined
  const { allOf: branches, items, properties, additionalProperties: others } = schema
  if (Array.isArray(branches)) {
    const meant = branches.find((one) => understood(one.if, value) !== undefined)
    return meant && understood(meant.then, value)
  }
  if (Array.isArray(value) && isValues(items)) return value.map((one) => understood(items, one)).filter((one) => one !== undefined)
  return isValues(value) && (isValues(properties) || isValues(others)) ? objectIn(schema, value) : value
}

/** A value from outside as far as it is what its schema says; undefined when nothing of it is. */
export function asFarAs<T>(schema: JsonOf<T>, value: unknown): T | undefined {
  // The walk above has held every part of the value against the schema, whose type says what that makes it.
  return understood(schema, value) as T | undefined
}

/** Reads and checks a JSON text, such as one that a browser has stored. */
export function readJson<T>(schema: JsonOf<T>, text: string | null): T | undefined {
  try {
    return asFarAs(schema, JSON.parse(text ?? 'null'))
  } catch {
    return undefined
  }
}
