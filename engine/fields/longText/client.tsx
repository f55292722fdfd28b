import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../PlainCell.tsx'
import { TextFilter } from '../TextFilter.tsx'

export const longText: ClientField<'longText'> = {
  width: { least: 140, most: 340 },
  Cell: ({ value, ellipsis }) => <PlainCell text={String(value)} ellipsis={ellipsis} />,
  Filter: TextFilter,
}
