import type { ClientField } from '../client-contract.ts'
import { NumberCell } from '../PlainCell.tsx'
import { TextFilter } from '../TextFilter.tsx'

export const count: ClientField<'count'> = {
  Cell: ({ value }) => <NumberCell text={String(value)} />,
  Filter: TextFilter,
}
