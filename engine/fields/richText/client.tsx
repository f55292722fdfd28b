import type { ClientField } from '../client-contract.ts'
import { PlainCell } from '../parts/PlainCell.tsx'
import { TextFilter } from '../parts/TextFilter.tsx'
import { HtmlOnPaper } from './HtmlOnPaper.tsx'
import { richText as shared } from './shared.ts'

export const richText: ClientField<'richText'> = {
  width: { least: 140, most: 340 },
  cut: true,
  sortable: false,
  wholeRow: true,
  written: true,
  Cell: ({ value, field, ellipsis }) => <PlainCell text={shared.toText(String(value), field)} ellipsis={ellipsis} />,
  Whole: ({ value, field }) => <HtmlOnPaper title={field.label} html={String(value)} />,
  Filter: TextFilter,
}
