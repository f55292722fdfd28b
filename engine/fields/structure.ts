import type { FieldDef, FieldOf } from './contract.ts'

/**
 * The types that are more than a value of their row: the engine joins, links, locks, hashes or signs for them. Outside their folders only
 * these types are tested by name, and only here; everything else that depends on a type is a fact in its folder.
 */
type Field = FieldDef | undefined

export type ReferenceField = FieldOf<'reference'> | FieldOf<'treeReference'> | FieldOf<'multiReference'>
type LinkedField = FieldOf<'multiReference'> & { readonly through: NonNullable<FieldOf<'multiReference'>['through']> }

/** It points to one row, but not to a place in a tree. Ownership, remembered rows and counts use such references. */
export const isRowReference = (field: Field): field is FieldOf<'reference'> => field?.type === 'reference'

/** It points to a place in a tree, such as the parent of its row. */
export const isTreeReference = (field: Field): field is FieldOf<'treeReference'> => field?.type === 'treeReference'

/** It points to several rows: its value is a comma list of ids. */
export const isReferenceList = (field: Field): field is FieldOf<'multiReference'> => field?.type === 'multiReference'

/** It points to one row: its column has a foreign key and can be joined. */
export const isPointer = (field: Field): field is FieldOf<'reference'> | FieldOf<'treeReference'> =>
  isRowReference(field) || isTreeReference(field)

/** It points to rows of another entity: their texts are joined, and it is checked that they exist and are in scope. */
export const isReference = (field: Field): field is ReferenceField => isPointer(field) || isReferenceList(field)

/** Its values are rows of a link table, so that it has no column. */
export const isLinked = (field: Field): field is LinkedField => isReferenceList(field) && field.through !== undefined

/** It is read from the row that a reference of its row points to, and has the kind of the field that it shows. */
export const isVia = (field: Field): field is FieldOf<'via'> => field?.type === 'via'

/** It is the number of rows that point to its row. */
export const isCount = (field: Field): field is FieldOf<'count'> => field?.type === 'count'

/** Whether its reader has marked the row; looked up for each reader, and stored in a table of its own. */
export const isMark = (field: Field): field is FieldOf<'mark'> => field?.type === 'mark'

/** It is hashed, or encrypted if it is sealed, before it is stored, and never read. */
export const isSecret = (field: Field): field is FieldOf<'secret'> => field?.type === 'secret'

/** It names stored files, which belong to the row and are opened by signed addresses. */
export const isFiles = (field: Field): field is FieldOf<'files'> => field?.type === 'files'
