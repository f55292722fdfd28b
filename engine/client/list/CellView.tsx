import { Typography } from 'antd'
import type { AnyField, WireRow } from '../../schema/index.ts'

interface Props {
  readonly column: string
  readonly field: AnyField
  readonly row: WireRow
  readonly ellipsis?: number
}

/** One value of a row, drawn by its field type. */
export function CellView({ column, field, row }: Props) {
  const value = row[column]
  const text = row[`${column}_dictText`]
  if (value === null || value === undefined || value === '') return <Typography.Text type="secondary">-</Typography.Text>
  if (field.type === 'select' && text === undefined) return field.options[String(value)] ?? String(value)
  return String(text ?? value)
}
