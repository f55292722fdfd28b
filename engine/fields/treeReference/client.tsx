import { lazy } from 'react'
import type { ClientField } from '../client-contract.ts'
import { ReferenceCell } from '../reference/ReferenceCell.tsx'

/** The tree comes with the first filter that shows one. */
const TreeChoice = lazy(() => import('./TreeChoice.tsx').then((file) => ({ default: file.TreeChoice })))

export const treeReference: ClientField<'treeReference'> = {
  width: { least: 96, most: 220 },
  Cell: ReferenceCell,
  Filter: (props) => <TreeChoice {...props} />,
}
