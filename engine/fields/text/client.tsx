import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../parts/PlainCell.tsx'
import { TextFilter } from '../parts/TextFilter.tsx'

export const text: ClientField<'text'> = {
  width: { least: 88, most: 260 },
  cut: true,
  written: true,
  Cell: ({ value, ellipsis }) => <PlainCell text={String(value)} ellipsis={ellipsis} />,
  Filter: TextFilter,
}
