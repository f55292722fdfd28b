import { oneOf, nonEmptyText, objectOf, integer } from '../../engine/json-schema-parts.ts'
import type { SharedField, TypeWith } from '../../engine/fields/contract.ts'
import '../../engine/fields/options.ts'

/** A field type's folder defines what rows and calls derive from it. */
export const labelled: TypeWith<{ labelled: true }> = 'select'
// @ts-expect-error -- a type that does not say so
export const unlabelled: TypeWith<{ labelled: true }> = 'text'
export const fromRows: SharedField<'reference'>['label'] = () => ({ from: 'rows' })
// @ts-expect-error -- a text beside the value, for a type whose rows have none
export const untold: SharedField<'number'>['label'] = () => ({ from: 'rows' })

/** Data from outside is declared by a schema with the declared types. */
interface Kept {
  readonly name: string
  readonly size?: 'large' | 'small'
}
export const kept = objectOf<Kept>({ required: { name: true }, properties: { name: nonEmptyText, size: oneOf('large', 'small') } })
// @ts-expect-error -- a property of another type
objectOf<Kept>({ required: { name: true }, properties: { name: integer, size: oneOf('large', 'small') } })
// @ts-expect-error -- a value that it cannot have
objectOf<Kept>({ required: { name: true }, properties: { name: nonEmptyText, size: oneOf('large', 'huge') } })
// @ts-expect-error -- a property that is missing
objectOf<Kept>({ required: { name: true }, properties: { name: nonEmptyText } })
// @ts-expect-error -- an optional one that is required
objectOf<Kept>({ required: { name: true, size: true }, properties: { name: nonEmptyText, size: oneOf('large', 'small') } })
