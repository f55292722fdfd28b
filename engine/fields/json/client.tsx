import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../parts/PlainCell.tsx'
import { TextFilter } from '../parts/TextFilter.tsx'

export const json: ClientField<'json'> = {
  width: { least: 120, most: 220 },
  cut: true,
  sortable: false,
  wholeRow: true,
  written: true,
  Cell: ({ value, ellipsis }) => <PlainCell text={String(value)} ellipsis={ellipsis} />,
  Filter: TextFilter,
}
