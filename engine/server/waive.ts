import { isSecret } from '../fields/structure.ts'
import type { AnyField } from '../schema/index.ts'

/** Whether a write may leave the field empty although it is required: what comes `later`, and secrets that no sheet brings. */
export const mayBeWaived = (field: AnyField): boolean => field.later === true || isSecret(field)
