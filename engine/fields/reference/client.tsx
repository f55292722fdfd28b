import type { ClientField } from '../client-contract.ts'
import { ReferenceCell } from './ReferenceCell.tsx'
import { ReferenceSelect } from './ReferenceSelect.tsx'

export const reference: ClientField<'reference'> = {
  width: { least: 96, most: 220 },
  Cell: ReferenceCell,
  Filter: (props) => <ReferenceSelect {...props} />,
}
