import type { ClientField } from '../client-contract.ts'
import { ReferenceCell } from './ReferenceCell.tsx'
import { ReferenceSelect } from './ReferenceSelect.tsx'

export const reference: ClientField<'reference'> = { Cell: ReferenceCell, Filter: (props) => <ReferenceSelect {...props} /> }
