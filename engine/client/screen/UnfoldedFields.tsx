import { Descriptions } from 'antd'
import { clientField } from '../../fields/client.ts'
import { isEmpty } from '../../fields/is-empty.ts'
import type { WireRow } from '../../schema/index.ts'
import { CellView } from '../list/rows/CellView.tsx'
import type { ListColumn } from '../model/list-model.ts'

/** One value in full: a long text with its lines, however many there are. */
function Value({ column: { key, field }, row }: { readonly column: ListColumn; readonly row: WireRow }) {
  const value = row[key]
  const { Whole, written } = clientField(field)
  if (isEmpty(value)) return <CellView column={key} field={field} row={row} />
  if (Whole) return <Whole field={field} value={value} row={row} />
  if (written && typeof value === 'string') return <span style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}>{value}</span>
  return <CellView column={key} field={field} row={row} />
}

/** What a row of a list shows below itself: fields that are too long for a column. */
export function UnfoldedFields({ fields, row }: { readonly fields: readonly ListColumn[]; readonly row: WireRow }) {
  return (
    <Descriptions
      column={1}
      size="small"
      styles={{ label: { minWidth: 96 } }}
      items={fields.map((column) => ({ key: column.key, label: column.field.label, children: <Value column={column} row={row} /> }))}
    />
  )
}
