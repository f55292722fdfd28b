import type { AnyField } from '../schema/index.ts'

/**
 * Whether a write may leave the field empty although it is required: pointers, times and secrets, which come later.
 * Never a value that rows are told apart by: sorting by it relies on every row having one.
 */
export const mayBeWaived = ({ unique, type }: AnyField): boolean => !unique || type === 'reference' || type === 'secret'
