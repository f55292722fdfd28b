import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingInput } from '../../browser/Missing.tsx'
import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../parts/PlainCell.tsx'

/** The calendar is loaded with the first filter that shows one. */
const TimeFilter = lazyPart(() => import('../parts/TimeInput.tsx').then((file) => file.TimeFilter), MissingInput)

export const dateTime: ClientField<'dateTime'> = {
  width: { least: 168, most: 176 },
  Cell: ({ value }) => <PlainCell text={String(value)} />,
  Filter: (props) => <TimeFilter {...props} />,
}
