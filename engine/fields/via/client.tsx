import type { ClientField } from '../client-contract.ts'
import { gone, NoText } from '../reference/NoText.tsx'
import { PlainCell } from '../PlainCell.tsx'
import { TextFilter } from '../TextFilter.tsx'

export const via: ClientField<'via'> = {
  width: { least: 88, most: 220 },
  Cell: ({ value, text, ellipsis }) =>
    text === '' ? <NoText why={gone} /> : <PlainCell text={text ?? String(value)} ellipsis={ellipsis} />,
  Filter: TextFilter,
}
