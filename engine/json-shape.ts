/** A piece of a JSON Schema. */
export type Json = { readonly [key: string]: unknown }

type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T]

/** The JSON Schema of an object type. The compiler checks that every property is listed, and that optional ones are marked as such. */
export interface Shape<T> {
  readonly required: { readonly [P in RequiredKeys<T>]: true }
  readonly properties: { readonly [P in keyof T]-?: Json }
}

/** The member of a union whose discriminator `does` may be D. */
export type Case<U, D> = U extends { readonly does: infer E } ? (D extends E ? U : never) : never

/** For a property whose value is checked elsewhere, like the one that tells a union apart. */
export const anything: Json = {}
export const text: Json = { type: 'string', minLength: 1 }
export const anyText: Json = { type: 'string' }
export const texts: Json = { type: 'array', items: text }
export const whole: Json = { type: 'integer' }
export const positive: Json = { type: 'integer', minimum: 1 }
export const yes: Json = { const: true }
export const scalar: Json = { type: ['string', 'number'] }
export const scalars: Json = { type: 'object', additionalProperties: scalar }
export const textMap: Json = { type: 'object', additionalProperties: text }
export const one = (...values: readonly unknown[]): Json => ({ enum: values })
export const ref = (name: string): Json => ({ $ref: `#/$defs/${name}` })
export const mapOf = (item: Json): Json => ({ type: 'object', additionalProperties: item })
export const listOf = (item: Json): Json => ({ type: 'array', items: item })

/** One of the names, or any text if the names are not known. */
export const named = (words: readonly string[] | undefined): Json => (words ? { enum: words } : text)

/** An object, or any other kind of value; errors are reported for the kind that was given. */
export const objectOr = (object: Json, other: Json): Json => ({ if: { type: 'object' }, then: object, else: other })

/** A closed object. */
export function objectOf<T>(shape: Shape<T>): Json {
  return { type: 'object', required: Object.keys(shape.required), properties: shape.properties, additionalProperties: false }
}

/** A union discriminated by one property: errors come only from the branch that was chosen. */
export function unionOf(key: string, cases: Readonly<Record<string, Json>>): Json {
  return {
    type: 'object',
    required: [key],
    properties: { [key]: { enum: Object.keys(cases) } },
    allOf: Object.entries(cases).map(([value, then]) => ({ if: { required: [key], properties: { [key]: { const: value } } }, then })),
  }
}
