import type { CellProps, ClientField } from '../client-contract.ts'
import type { FieldOf } from '../contract.ts'
import { PlainCell } from '../parts/PlainCell.tsx'
import { TextFilter } from '../parts/TextFilter.tsx'
import { HtmlOnPaper } from '../richText/HtmlOnPaper.tsx'
import { wordsOfHtml } from '../richText/shared.ts'
import { isFormatted } from './formatted.ts'

function LongTextCell({ value, field, row, ellipsis }: CellProps<FieldOf<'longText'>>) {
  const text = String(value)
  return <PlainCell text={isFormatted(field, row) ? wordsOfHtml(text) : text} ellipsis={ellipsis} />
}

export const longText: ClientField<'longText'> = {
  width: { least: 140, most: 340 },
  cut: true,
  wholeRow: true,
  written: true,
  Cell: LongTextCell,
  Whole: (props) =>
    isFormatted(props.field, props.row) ? (
      <HtmlOnPaper title={props.field.label} html={String(props.value)} />
    ) : (
      <LongTextCell {...props} />
    ),
  Filter: TextFilter,
}
