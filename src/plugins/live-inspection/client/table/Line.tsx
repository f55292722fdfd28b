import type { CSSProperties, ReactNode } from 'react'
import type { BenchColumn } from './columns.ts'

interface HeadProps {
  readonly columns: readonly BenchColumn<never>[]
  readonly width: number
  readonly tracks: string
}

const classOf = ({ stick, isNumber }: Pick<BenchColumn<never>, 'stick' | 'isNumber'>): string =>
  ['live-cell', stick && `live-stick-${stick}`, isNumber && 'live-number'].filter(Boolean).join(' ')

export function HeadLine({ columns, width, tracks }: HeadProps) {
  return (
    <div className="live-head" role="row" style={{ gridTemplateColumns: tracks, minWidth: width }}>
      {columns.map((column) => (
        <div key={column.key} role="columnheader" className={classOf(column)}>
          {column.title}
        </div>
      ))}
    </div>
  )
}

interface Props<Row> {
  readonly row: Row
  readonly columns: readonly BenchColumn<Row>[]
  readonly tracks: string
  readonly state: { readonly selected: boolean; readonly editing?: boolean; readonly held?: boolean; readonly gone?: boolean }
  /** Cells that are more than text, by key. */
  readonly cells: Readonly<Record<string, ReactNode>>
  readonly id: string
  onClick(): void
  onOpen?(): void
}

/** One row as a line of cells. */
export function Line<Row>({ row, columns, tracks, state, cells, id, onClick, onOpen }: Props<Row>) {
  const style: CSSProperties = { gridTemplateColumns: tracks }
  return (
    <div
      className="live-line"
      role="row"
      style={style}
      data-row={id}
      data-editing={state.editing || undefined}
      data-held={state.held || undefined}
      data-gone={state.gone || undefined}
      aria-selected={state.selected}
      onClick={onClick}
      onDoubleClick={onOpen}
    >
      {columns.map((column) => {
        const text = column.text?.(row) ?? ''
        return (
          <div key={column.key} role="gridcell" className={classOf(column)} title={cells[column.key] === undefined ? text : undefined}>
            {cells[column.key] ?? <span className="live-text">{text}</span>}
          </div>
        )
      })}
    </div>
  )
}
