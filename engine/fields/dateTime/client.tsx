import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../PlainCell.tsx'
import { TimeFilter } from '../TimeInput.tsx'

export const dateTime: ClientField<'dateTime'> = { Cell: ({ value }) => <PlainCell text={String(value)} />, Filter: TimeFilter }
