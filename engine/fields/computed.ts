import { isCount, isLinked, isMark, isVia } from './structure.ts'
import type { FieldDef } from './contract.ts'

/** Computed whenever its row is read: from another row's field, as a number of rows, or by an expression over this row. */
export const isComputed = (field: FieldDef): boolean => isVia(field) || isCount(field) || (field.derive !== undefined && !field.kept)

/** Nobody writes it: it follows from other values, and is computed when read or kept in a column. */
export const isFollowing = (field: FieldDef): boolean => isComputed(field) || isMark(field) || field.derive !== undefined

/** Does it have a column of its own in its entity's table? */
export const isStored = (field: FieldDef): boolean => !isComputed(field) && !field.transient && !isLinked(field) && !isMark(field)
