import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../PlainCell.tsx'
import { TextFilter } from '../TextFilter.tsx'

export const json: ClientField<'json'> = {
  width: { least: 120, most: 220 },
  Cell: ({ value, ellipsis }) => <PlainCell text={String(value)} ellipsis={ellipsis} />,
  Filter: TextFilter,
}
