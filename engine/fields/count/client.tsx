import type { ClientField } from '../client-contract.ts'
import { NumberCell } from '../parts/PlainCell.tsx'
import { TagCell } from '../parts/TagCell.tsx'
import { TextFilter } from '../parts/TextFilter.tsx'
import { count as shared } from './shared.ts'

export const count: ClientField<'count'> = {
  width: { least: 64, most: 110 },
  align: 'right',
  tellsState: ({ says }) => says !== undefined,
  Cell({ field, value }) {
    const text = shared.toText(Number(value), field)
    return field.says ? <TagCell colour={Number(value) > 0 ? 'blue' : 'default'} text={text} /> : <NumberCell text={text} />
  },
  Filter: TextFilter,
}
