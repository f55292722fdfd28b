import { isEmpty } from '../fields/is-empty.ts'

/** At least one bound: if both were optional, any object would do. */
type Bounds<V> = { readonly gte: V; readonly lte?: V } | { readonly gte?: V; readonly lte: V }
type Test<V> =
  V | readonly V[] | { readonly not: V | readonly V[] } | { readonly empty: boolean } | (V extends string | number ? Bounds<V> : never)

/** A question about one row, as plain data: every listed field must pass its test. */
export type Condition<R> =
  | { readonly [K in keyof R]?: Test<Exclude<R[K], null>> }
  | { readonly anyOf: readonly Condition<R>[] }
  | { readonly allOf: readonly Condition<R>[] }

type Scalar = string | number
/** One field's test, untyped. */
export type FieldTest =
  | Scalar
  | readonly Scalar[]
  | { readonly not?: Scalar | readonly Scalar[]; readonly empty?: boolean; readonly gte?: Scalar; readonly lte?: Scalar }
/** A condition as code sees it that works on any entity. */
export type AnyCondition =
  | { readonly [field: string]: FieldTest | readonly AnyCondition[] | undefined }
  | { readonly anyOf: readonly AnyCondition[] }
  | { readonly allOf: readonly AnyCondition[] }

const asList = (value: Scalar | readonly Scalar[]): readonly Scalar[] => (Array.isArray(value) ? value : [value as Scalar])

function passes(test: FieldTest, value: unknown): boolean {
  if (typeof test !== 'object') return value === test
  if (Array.isArray(test)) return test.includes(value as Scalar)
  const { not, empty, gte, lte } = test as { not?: Scalar | readonly Scalar[]; empty?: boolean; gte?: Scalar; lte?: Scalar }
  if (empty !== undefined && isEmpty(value) !== empty) return false
  if (not !== undefined && asList(not).includes(value as Scalar)) return false
  if (gte !== undefined && (isEmpty(value) || (value as Scalar) < gte)) return false
  if (lte !== undefined && (isEmpty(value) || (value as Scalar) > lte)) return false
  return true
}

/** Whether the row meets the condition. Missing fields count as empty; `not` is true for empty fields. */
export function holds(condition: AnyCondition | undefined, row: Readonly<Record<string, unknown>>): boolean {
  if (!condition) return true
  if ('anyOf' in condition) return (condition.anyOf as readonly AnyCondition[]).some((part) => holds(part, row))
  if ('allOf' in condition) return (condition.allOf as readonly AnyCondition[]).every((part) => holds(part, row))
  return Object.entries(condition).every(([field, test]) => passes(test as FieldTest, row[field]))
}
