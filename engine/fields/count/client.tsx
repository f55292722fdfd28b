import type { ClientField } from '../client-contract.ts'
import { NumberCell } from '../parts/PlainCell.tsx'
import { TextFilter } from '../parts/TextFilter.tsx'

export const count: ClientField<'count'> = {
  width: { least: 64, most: 110 },
  align: 'right',
  Cell: ({ value }) => <NumberCell text={String(value)} />,
  Filter: TextFilter,
}
