import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../PlainCell.tsx'
import { TextFilter } from '../TextFilter.tsx'

export const via: ClientField<'via'> = {
  Cell: ({ value, text, ellipsis }) => <PlainCell text={text ?? String(value)} ellipsis={ellipsis} />,
  Filter: TextFilter,
}
