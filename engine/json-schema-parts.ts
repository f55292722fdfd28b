/** A piece of a JSON Schema. */
export type Json = { readonly [key: string]: unknown }

declare const value: unique symbol
/** A JSON Schema that says by its type which values it lets through. */
export type JsonOf<T> = Json & { readonly [value]?: T }

type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T]

/** The JSON Schema of an object type. The compiler checks that every property is listed with its type, and that optional ones are marked as such. */
export interface Shape<T> {
  readonly required: { readonly [P in RequiredKeys<T>]: true }
  readonly properties: { readonly [P in keyof T]-?: JsonOf<T[P]> }
}

/** The member of a union whose discriminator `does` may be D. */
export type Case<U, D> = U extends { readonly does: infer E } ? (D extends E ? U : never) : never

/** For a property whose value is checked elsewhere, like the one that tells a union apart. */
export const anything: Json = {}
export const nonEmptyText: JsonOf<string> = { type: 'string', minLength: 1 }
export const anyText: JsonOf<string> = { type: 'string' }
export const texts: JsonOf<readonly string[]> = { type: 'array', items: nonEmptyText }
export const anyNumber: JsonOf<number> = { type: 'number' }
export const integer: JsonOf<number> = { type: 'integer' }
export const positive: JsonOf<number> = { type: 'integer', minimum: 1 }
export const flag: JsonOf<boolean> = { type: 'boolean' }
export const constTrue: JsonOf<true> = { const: true }
export const scalar: JsonOf<string | number> = { type: ['string', 'number'] }
export const scalars: JsonOf<Readonly<Record<string, string | number>>> = { type: 'object', additionalProperties: scalar }
export const textMap: JsonOf<Readonly<Record<string, string>>> = { type: 'object', additionalProperties: nonEmptyText }
export const oneOf = <const V extends readonly unknown[]>(...values: V): JsonOf<V[number]> => ({ enum: values })
export const definitionRef = (name: string): Json => ({ $ref: `#/$defs/${name}` })
export const mapOf = <T>(item: JsonOf<T>): JsonOf<Readonly<Record<string, T>>> => ({ type: 'object', additionalProperties: item })
/** A list with at least one item. */
export const filled = <T>(item: JsonOf<T>): JsonOf<readonly [T, ...T[]]> => ({ type: 'array', items: item, minItems: 1 })
export const arrayOf = <T>(item: JsonOf<T>): JsonOf<readonly T[]> => ({ type: 'array', items: item })

/** One of the names, or any text if the names are not known. */
export const named = (words: readonly string[] | undefined): Json => (words ? { enum: words } : nonEmptyText)

/** An object, or any other kind of value; errors are reported for the kind that was given. */
export const objectOr = (object: Json, other: Json): Json => ({ if: { type: 'object' }, then: object, else: other })

/** A closed object. */
export function objectOf<T>(shape: Shape<T>): JsonOf<T> {
  return { type: 'object', required: Object.keys(shape.required), properties: shape.properties, additionalProperties: false }
}

/** What it is when it is missing. */
export const orElse = <T>(schema: JsonOf<T>, fallback: T): JsonOf<T> => ({ ...schema, default: fallback })
export const orNull = <T>(schema: JsonOf<T>): JsonOf<T | null> => ({ ...schema, type: [schema['type'], 'null'].flat() })

/** An object that may have more; what more there is, nobody reads. */
export const open = <T>(object: JsonOf<T>): JsonOf<T> => ({ ...object, additionalProperties: true })

/** A union discriminated by one property: errors come only from the branch that was chosen. */
export function unionOf(key: string, cases: Readonly<Record<string, Json>>): Json {
  return {
    type: 'object',
    required: [key],
    properties: { [key]: { enum: Object.keys(cases) } },
    allOf: Object.entries(cases).map(([value, then]) => ({ if: { required: [key], properties: { [key]: { const: value } } }, then })),
  }
}
