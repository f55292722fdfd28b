import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../parts/PlainCell.tsx'
import { TextFilter } from '../parts/TextFilter.tsx'

export const cron: ClientField<'cron'> = {
  width: { least: 120, most: 200 },
  wholeRow: true,
  written: true,
  Cell: ({ value, ellipsis }) => <PlainCell text={String(value)} ellipsis={ellipsis} />,
  Filter: TextFilter,
}
