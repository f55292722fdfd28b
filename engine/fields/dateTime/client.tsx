import { lazy } from 'react'
import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../PlainCell.tsx'

/** The calendar comes with the first filter that shows one. */
const TimeFilter = lazy(() => import('../TimeInput.tsx').then((file) => ({ default: file.TimeFilter })))

export const dateTime: ClientField<'dateTime'> = {
  width: { least: 168, most: 176 },
  Cell: ({ value }) => <PlainCell text={String(value)} />,
  Filter: (props) => <TimeFilter {...props} />,
}
