import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../parts/PlainCell.tsx'
import { TextFilter } from '../parts/TextFilter.tsx'

export const longText: ClientField<'longText'> = {
  width: { least: 140, most: 340 },
  cut: true,
  wholeRow: true,
  written: true,
  Cell: ({ value, ellipsis }) => <PlainCell text={String(value)} ellipsis={ellipsis} />,
  Filter: TextFilter,
}
