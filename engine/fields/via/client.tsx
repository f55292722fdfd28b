import type { ClientField } from '../client-contract.ts'
import { messages } from '../messages.ts'
import { NoText } from '../NoText.tsx'
import { PlainCell } from '../PlainCell.tsx'
import { TextFilter } from '../TextFilter.tsx'

export const via: ClientField<'via'> = {
  width: { least: 88, most: 220 },
  Cell: ({ value, text, ellipsis }) =>
    text === '' ? <NoText why={messages.gone} /> : <PlainCell text={text ?? String(value)} ellipsis={ellipsis} />,
  Filter: TextFilter,
}
