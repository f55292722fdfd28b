import type { ClientField } from '../client-contract.ts'
import { ReferenceCell } from '../reference/ReferenceCell.tsx'
import { TreeChoice } from './TreeChoice.tsx'

export const treeReference: ClientField<'treeReference'> = { Cell: ReferenceCell, Filter: (props) => <TreeChoice {...props} /> }
