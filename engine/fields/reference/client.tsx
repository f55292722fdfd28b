import type { ClientField } from '../client-contract.ts'
import { ReferenceCell } from '../parts/ReferenceCell.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'

export const reference: ClientField<'reference'> = {
  width: { least: 96, most: 220 },
  cut: true,
  Cell: ReferenceCell,
  Filter: (props) => <ReferenceSelect {...props} />,
}
