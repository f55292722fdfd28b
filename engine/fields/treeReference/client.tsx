import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingInput } from '../../browser/Missing.tsx'
import type { ClientField } from '../client-contract.ts'
import { ReferenceCell } from '../parts/ReferenceCell.tsx'

/** The tree is loaded with the first filter that shows one. */
const TreeChoice = lazyPart(() => import('./TreeChoice.tsx').then((file) => file.TreeChoice), MissingInput)

export const treeReference: ClientField<'treeReference'> = {
  width: { least: 96, most: 220 },
  cut: true,
  Cell: ReferenceCell,
  Filter: (props) => <TreeChoice {...props} />,
}
