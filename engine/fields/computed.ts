import { isCount, isLinked, isVia } from './structure.ts'
import type { FieldDef } from './contract.ts'

/** Read from somewhere else with every row: another row's field, a number of rows, or an expression over this row. */
export const isComputed = (field: FieldDef): boolean => isVia(field) || isCount(field) || (field.derive !== undefined && !field.kept)

/** Nobody writes it: it follows from other values, read anew or kept in a column. */
export const isFollowing = (field: FieldDef): boolean => isComputed(field) || field.derive !== undefined

/** Has it a column of its own in its entity's table? */
export const isStored = (field: FieldDef): boolean => !isComputed(field) && !field.transient && !isLinked(field)
