import type { ClientField } from '../client-contract.ts'
import { NumberCell } from '../parts/PlainCell.tsx'
import { decimal as decimalText } from './shared.ts'
import { TextFilter } from '../parts/TextFilter.tsx'

export const decimal: ClientField<'decimal'> = {
  width: { least: 72, most: 120 },
  align: 'right',
  written: true,
  Cell: ({ value, field }) => <NumberCell text={typeof value === 'number' ? decimalText.toText(value, field) : String(value)} />,
  Filter: TextFilter,
}
