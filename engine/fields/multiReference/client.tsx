import type { ClientField } from '../client-contract.ts'
import { ReferenceCell } from '../reference/ReferenceCell.tsx'
import { ReferenceSelect } from '../reference/ReferenceSelect.tsx'

export const multiReference: ClientField<'multiReference'> = {
  Cell: ReferenceCell,
  Filter: (props) => <ReferenceSelect {...props} multiple />,
}
