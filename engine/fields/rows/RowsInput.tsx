import { PlusOutlined } from '@ant-design/icons'
import { ArrayTable } from '@formily/antd-v5/esm/array-table/index.js'
import { createForm, isArrayField, onFormValuesChange, type Form } from '@formily/core'
import { createSchemaField, FormProvider, type ISchema } from '@formily/react'
import { Button, Dropdown } from 'antd'
import { useEffect, useMemo, useRef, useState, type FocusEvent } from 'react'
import type { InputProps } from '../client-contract.ts'
import type { FieldOf, WireRow } from '../contract.ts'
import { isEmpty } from '../is-empty.ts'
import { cellId, RowCell } from './RowCell.tsx'
import { RowButtons } from './RowButtons.tsx'
import { RowsTable } from './RowsTable.tsx'
import { parseRows } from './shared.ts'

const SchemaField = createSchemaField({ components: { ArrayTable, RowCell, RowButtons } })

type Props = InputProps<FieldOf<'rows'>>

/** Formily's table, from the columns. Values of rows never go into it, because Formily evaluates texts with braces. */
function schemaOf(field: FieldOf<'rows'>, id: string): ISchema {
  const cells = Object.entries(field.columns).map(([key, column]): [string, ISchema] => {
    const cell: ISchema = { type: 'string', 'x-component': 'RowCell', 'x-component-props': { column, name: key, table: id } }
    // A class of the column would mark its cells, not its heading.
    const head = { title: column.required === undefined ? column.label : <span className="engine-rows-required">{column.label}</span> }
    return [`${key}Column`, { type: 'void', 'x-component': 'ArrayTable.Column', 'x-component-props': head, properties: { [key]: cell } }]
  })
  const buttons: ISchema = {
    type: 'void',
    'x-component': 'ArrayTable.Column',
    'x-component-props': { title: '操作', width: 116, fixed: 'right' },
    properties: { buttons: { type: 'void', 'x-component': 'RowButtons', 'x-component-props': { table: id } } },
  }
  const items: ISchema = { type: 'object', properties: { ...Object.fromEntries(cells), buttonsColumn: buttons } }
  const table = { pagination: false, bordered: false, scroll: { x: 'max-content' } }
  return { type: 'object', properties: { rows: { type: 'array', 'x-component': 'ArrayTable', 'x-component-props': table, items } } }
}

/** The rows of the form as the field's value: what was typed, by column. The package keeps an index of its own in each row. */
function textOf(form: Form, { columns }: FieldOf<'rows'>): string {
  const rows: unknown = form.getValuesIn('rows')
  const typed = (parseRows(rows) ?? []).map((row) =>
    Object.fromEntries(Object.keys(columns).flatMap((key) => (isEmpty(row[key]) ? [] : [[key, row[key]]]))),
  )
  return typed.length === 0 ? '' : JSON.stringify(typed)
}

const startOf = (value: unknown): WireRow[] => (parseRows(value) ?? []).map((row) => ({ ...row }))

/** Formily's own form for the rows, held against the field's value in both directions. */
function useRowsForm({ field, value, problem, onChange }: Props): Form {
  const sent = useRef(value)
  const change = useRef(onChange)
  change.current = onChange
  const [form] = useState(() =>
    createForm({
      values: { rows: startOf(value), isChecked: false },
      effects() {
        onFormValuesChange((changed) => {
          const text = textOf(changed, field)
          if (text === (sent.current ?? '')) return
          sent.current = text
          change.current(text)
        })
      },
    }),
  )
  useEffect(() => {
    if ((value ?? '') === (sent.current ?? '')) return
    sent.current = value
    form.setValuesIn('rows', startOf(value))
  }, [form, value])
  useEffect(() => form.setValuesIn('isChecked', problem !== undefined), [form, problem])
  return form
}

interface AddProps extends Pick<Props, 'id' | 'field'> {
  readonly disabled: boolean
  add(start?: WireRow): void
}

/** Adds an empty row, or one of those that the schema names. */
function AddButton({ id, field, disabled, add }: AddProps) {
  const { adds } = field
  const words = adds ? `添加${field.label}` : '添加一行'
  // The field's own label would take the place of the words.
  const named = adds ? { 'aria-label': words } : { 'aria-label': `${field.label}：添加一行`, onClick: () => add() }
  const button = (
    <Button id={id} block type="dashed" icon={<PlusOutlined />} disabled={disabled} {...named}>
      {words}
    </Button>
  )
  if (!adds) return button
  const items = Object.keys(adds).map((label) => ({ key: label, label }))
  return (
    <Dropdown trigger={['click']} disabled={disabled} menu={{ items, onClick: ({ key }) => add(adds[key]) }}>
      {button}
    </Dropdown>
  )
}

/** A table of inputs, in which rows are added, removed and moved. */
export function RowsInput(props: Props) {
  const { id, field, value, disabled, onBlur } = props
  const form = useRowsForm(props)
  const schema = useMemo(() => schemaOf(field, id), [field, id])
  const count = parseRows(value)?.length ?? 0
  if (disabled) return <RowsTable field={field} rows={parseRows(value) ?? []} />
  const add = async (start: WireRow = {}) => {
    const rows = form.query('rows').take()
    if (!isArrayField(rows)) return
    const fresh = Object.entries(field.columns).map(([key, column]) => [key, start[key] ?? column.default ?? null])
    // What the schema states stays as it is, whatever is typed into the row.
    await rows.push(structuredClone(Object.fromEntries(fresh)))
    const [first = ''] = Object.keys(field.columns)
    requestAnimationFrame(() => document.getElementById(cellId(id, count, first))?.focus())
  }
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
  }
  return (
    <div role="group" aria-label={field.label} className="engine-rows-inputs" onBlur={leave}>
      <FormProvider form={form}>
        <SchemaField schema={schema} />
      </FormProvider>
      <AddButton id={id} field={field} disabled={field.max !== undefined && count >= field.max.is} add={(start) => void add(start)} />
    </div>
  )
}
