import type { FieldDef, FieldOf } from './contract.ts'

/** A field that points to rows of another entity. */
export type ReferenceField = FieldOf<'reference'> | FieldOf<'treeReference'> | FieldOf<'multiReference'>

export const isReference = (field: FieldDef): field is ReferenceField =>
  field.type === 'reference' || field.type === 'treeReference' || field.type === 'multiReference'
