import { isRowReference, isSecret } from '../fields/structure.ts'
import type { AnyField } from '../schema/index.ts'

/**
 * Whether a write may leave the field empty although it is required: pointers, times and secrets, which come later.
 * Never a value that rows are told apart by: sorting by it relies on every row having one.
 */
export const mayBeWaived = (field: AnyField): boolean => !field.unique || isRowReference(field) || isSecret(field)
