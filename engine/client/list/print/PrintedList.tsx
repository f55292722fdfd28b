import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { AnyField, WireRow } from '../../../schema/index.ts'
import { clientField } from '../../../fields/client.ts'
import { flatten } from '../../model/nodes.ts'
import { CellView } from '../rows/CellView.tsx'
import { idOf } from '../../model/list-model.ts'
import { isBlank, type FilterValue } from '../../model/list-state.ts'
import { usePrinting } from './use-printing.ts'
import type { EntityListState } from '../state/use-entity-list.ts'
import './print.css'

interface Props {
  readonly list: EntityListState
}

/** A filter's value in readable form; its text is taken from a row that matches it. */
function Chosen({ name, field, value, rows }: { name: string; field: AnyField; value: FilterValue; rows: readonly WireRow[] }) {
  if (Array.isArray(value)) return `${value[0] || '…'} 至 ${value[1] || '…'}`
  const text = rows.find((row) => row[name] === value)?.[`${name}_dictText`]
  return <CellView column={name} field={field} row={{ [name]: value, [`${name}_dictText`]: text }} />
}

function FilterWords({ list, rows }: { readonly list: EntityListState; readonly rows: readonly WireRow[] }) {
  const { filters, fields, values } = list.bar
  const set = filters.flatMap(({ key, field }) => {
    const value = values[key]
    return value === undefined || isBlank(value) ? [] : [{ key, field: fields[key] ?? field, value }]
  })
  return set.map(({ key, field, value }) => (
    <span key={key}>
      {field.label}：
      <Chosen name={key} field={field} value={value} rows={rows} />
    </span>
  ))
}

/** `2026-11-22 09:30` */
const times = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

function Sheet({ list }: Props) {
  const { entity, model, columns, state, data } = list
  const [printedAt] = useState(() => times.format(new Date()))
  const rows = flatten(data.page?.records ?? [])
  const pages = data.page?.pages ?? 1
  return (
    <div className="engine-print">
      <h1>{model.title}</h1>
      <p className="engine-print-facts">
        <FilterWords list={list} rows={rows} />
        <span>
          共 {data.page?.total ?? rows.length} 条{pages > 1 && `，第 ${state.page} / ${pages} 页`}
        </span>
        <span>打印时间：{printedAt}</span>
      </p>
      <table>
        <thead>
          <tr>
            {columns.map(({ key, field }) => (
              <th key={key}>{field.label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(entity, row)}>
              {columns.map(({ key, field }) => (
                <td key={key} style={{ textAlign: clientField(field).align }}>
                  <CellView column={key} field={field} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The printed list: its title, its filters, the date, and a table of all columns whose heading is repeated on each sheet. */
export function PrintedList(props: Props) {
  return usePrinting() ? createPortal(<Sheet {...props} />, document.body) : null
}
