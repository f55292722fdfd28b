import type { KeyboardEvent, PointerEvent, ReactNode, ThHTMLAttributes } from 'react'

interface Props extends ThHTMLAttributes<HTMLTableCellElement> {
  /** Replaces the title. antd also renders the title invisibly to measure the column, so it must contain nothing focusable. */
  readonly head?: ReactNode
  readonly width?: number
  readonly onResize?: (width: number) => void
}
const least = 60

/** A heading whose right edge can be dragged, or moved with the arrow keys. */
export function HeaderCell({ head, width, onResize, children, ...rest }: Props) {
  if (!onResize || width === undefined) return <th {...rest}>{head ?? children}</th>
  const drag = (down: PointerEvent<HTMLSpanElement>) => {
    down.preventDefault()
    down.stopPropagation()
    const edge = down.currentTarget
    const start = down.clientX
    const from = edge.parentElement?.offsetWidth ?? width
    edge.setPointerCapture(down.pointerId)
    edge.onpointerup = (up) => {
      edge.onpointerup = null
      onResize(Math.max(least, Math.round(from + up.clientX - start)))
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    onResize(Math.max(least, width + (event.key === 'ArrowRight' ? 10 : -10)))
  }
  return (
    <th {...rest}>
      {children}
      <span
        className="engine-resize"
        role="separator"
        aria-orientation="vertical"
        aria-label="列宽"
        aria-valuenow={width}
        tabIndex={0}
        onPointerDown={drag}
        onKeyDown={press}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  )
}
