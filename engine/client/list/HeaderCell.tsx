import type { KeyboardEvent, PointerEvent, ThHTMLAttributes } from 'react'

interface Props extends ThHTMLAttributes<HTMLTableCellElement> {
  readonly label?: string
  readonly width?: number
  readonly onResize?: (width: number) => void
}
const least = 60

/** A heading whose right edge can be dragged, or moved with the arrow keys. */
export function HeaderCell({ label, width, onResize, children, ...rest }: Props) {
  if (!onResize || width === undefined) return <th {...rest}>{children}</th>
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
        aria-label={`调整${label ?? ''}列宽`}
        aria-valuenow={width}
        tabIndex={0}
        onPointerDown={drag}
        onKeyDown={press}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  )
}
