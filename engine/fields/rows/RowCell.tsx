import { ArrayTable } from '@formily/antd-v5/esm/array-table/index.js'
import type { Field } from '@formily/core'
import { observer, useField } from '@formily/react'
import { columnInput } from './columns/input.tsx'
import { ListInput } from './columns/ListInput.tsx'
import type { RowColumn } from './columns/options.ts'
import { cellProblem } from './shared.ts'
import './rows.css'

export const cellId = (table: string, index: number, key: string): string => `${table}-${index}-${key}`

interface Props {
  readonly column: RowColumn
  readonly name: string
  /** The id that its input's id begins with. */
  readonly table: string
}

const nothing = (): void => undefined

interface InputOfCell extends Pick<Props, 'column'> {
  readonly id: string
  readonly value: unknown
  onChange(value: unknown): void
}

function CellInput({ column, id, value, onChange }: InputOfCell) {
  if (column.type === 'list') return <ListInput id={id} column={column} value={value} onChange={onChange} />
  const { Input } = columnInput(column)
  const rest = { narrowing: {}, disabled: false, fresh: false, onPreselect: nothing, onBlur: nothing, onBusy: nothing }
  return <Input {...rest} id={id} field={column} value={value} onChange={onChange} />
}

/** The input of one cell. Its sentence is shown below it once the whole field has been checked. */
export const RowCell = observer(function RowCell({ column, name, table }: Props) {
  const field = useField<Field>()
  const index = ArrayTable.useIndex()
  const isChecked: unknown = field.form.getValuesIn('isChecked')
  const problem = isChecked === true ? cellProblem(column, field.value) : undefined
  const id = cellId(table, index, name)
  return (
    <div className="engine-rows-cell" {...(problem && { 'data-invalid': true })}>
      <label htmlFor={id} className="engine-rows-name" data-required={column.required !== undefined}>
        <span>{`第${index + 1}行`}</span>
        {column.label}
      </label>
      <CellInput id={id} column={column} value={field.value} onChange={(value) => void field.onInput(value)} />
      {problem && <div className="engine-rows-problem">{problem}</div>}
    </div>
  )
})
