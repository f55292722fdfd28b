import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../PlainCell.tsx'
import { TimeFilter } from '../TimeInput.tsx'

export const date: ClientField<'date'> = { Cell: ({ value }) => <PlainCell text={String(value)} />, Filter: TimeFilter }
