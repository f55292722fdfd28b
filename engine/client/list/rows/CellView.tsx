import { clientField } from '../../../fields/client.ts'
import { Faint } from '../../../browser/Faint.tsx'
import { isEmpty } from '../../../fields/is-empty.ts'
import type { AnyField, WireRow } from '../../../schema/index.ts'

interface Props {
  readonly column: string
  readonly field: AnyField
  readonly row: WireRow
  readonly ellipsis?: number
}

/** One value of a row, drawn by its field type; a dash if there is none. */
export function CellView({ column, field, row, ellipsis }: Props) {
  const value = row[column]
  if (isEmpty(value)) return <Faint>-</Faint>
  const text = row[`${column}_dictText`]
  const { Cell } = clientField(field)
  return <Cell field={field} value={value} text={typeof text === 'string' ? text : undefined} row={row} ellipsis={ellipsis} />
}
