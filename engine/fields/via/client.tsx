import { Skeleton } from 'antd'
import type { ClientField } from '../client-contract.ts'
import { messages } from '../messages.ts'
import { NoText } from '../parts/NoText.tsx'
import { PlainCell } from '../parts/PlainCell.tsx'

export const via: ClientField<'via'> = {
  width: { least: 88, most: 220 },
  cut: true,
  sortable: false,
  Cell: ({ value, text, ellipsis }) =>
    text === '' ? <NoText why={messages.gone} /> : <PlainCell text={text ?? String(value)} ellipsis={ellipsis} />,
  /** A placeholder for the filter of the field that it shows, which replaces it once the other entity is known. */
  Filter: () => <Skeleton.Input active block />,
}
