import { ArrayTable } from '@formily/antd-v5/esm/array-table/index.js'
import type { Field } from '@formily/core'
import { observer, useField } from '@formily/react'
import { columnInput } from './columns/input.tsx'
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

/** The input of one cell. Its sentence is shown below it once the whole field has been checked. */
export const RowCell = observer(function RowCell({ column, name, table }: Props) {
  const field = useField<Field>()
  const index = ArrayTable.useIndex()
  const isChecked: unknown = field.form.getValuesIn('isChecked')
  const problem = isChecked === true ? cellProblem(column, field.value) : undefined
  const { Input } = columnInput(column)
  const id = cellId(table, index, name)
  return (
    <div className="engine-rows-cell" {...(problem && { 'data-invalid': true })}>
      <label htmlFor={id} className="engine-rows-name">{`第${index + 1}行${column.label}`}</label>
      <Input
        id={id}
        field={column}
        value={field.value}
        narrowing={{}}
        disabled={false}
        fresh={false}
        onChange={(value) => void field.onInput(value)}
        onPreselect={nothing}
        onBlur={nothing}
        onBusy={nothing}
      />
      {problem && <div className="engine-rows-problem">{problem}</div>}
    </div>
  )
})
