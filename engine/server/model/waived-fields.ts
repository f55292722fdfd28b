import { isSecret } from '../../fields/structure.ts'
import type { AnyField } from '../../schema/index.ts'

/** Whether a write may leave the field empty although it is required: fields that come `later`, and secrets that a sheet cannot contain. */
export const mayBeWaived = (field: AnyField): boolean => field.later === true || isSecret(field)
