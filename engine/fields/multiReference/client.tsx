import type { ClientField } from '../client-contract.ts'
import { ReferenceCell } from '../parts/ReferenceCell.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'

export const multiReference: ClientField<'multiReference'> = {
  width: { least: 110, most: 240 },
  cut: true,
  sortable: false,
  Cell: ReferenceCell,
  Filter: (props) => <ReferenceSelect {...props} multiple />,
}
