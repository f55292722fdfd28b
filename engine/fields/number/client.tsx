import type { ClientField } from '../client-contract.ts'
import { NumberCell } from '../parts/PlainCell.tsx'
import { TextFilter } from '../parts/TextFilter.tsx'

export const number: ClientField<'number'> = {
  width: { least: 64, most: 110 },
  align: 'right',
  written: true,
  Cell: ({ value }) => <NumberCell text={String(value)} />,
  Filter: TextFilter,
}
