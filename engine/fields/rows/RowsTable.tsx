import type { FieldOf, WireRow } from '../contract.ts'
import { isEmpty } from '../is-empty.ts'
import { cellOf } from './columns/client.tsx'
import { listText } from './columns/list.ts'
import './rows.css'

interface Props {
  readonly field: FieldOf<'rows'>
  readonly rows: readonly WireRow[]
}

/** All rows, to be read. */
export function RowsTable({ field, rows }: Props) {
  const columns = Object.entries(field.columns)
  return (
    <div className="engine-rows" role="group" aria-label={field.label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(([key, { label }]) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row has nothing but its place
            <tr key={index}>
              {columns.map(([key, column]) => {
                const head = { 'data-label': column.label }
                if (column.type === 'list')
                  return (
                    <td key={key} {...head}>
                      {listText(row[key]) || '-'}
                    </td>
                  )
                const { Cell } = cellOf(column)
                return (
                  <td key={key} {...head}>
                    {isEmpty(row[key]) ? '-' : <Cell field={column} value={row[key]} row={row} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
