import { forwardRef, memo, useCallback, useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import './table.css'

export interface RowsHandle {
  /** Scroll a row into sight. */
  reveal(id: string): void
  focus(): void
}

interface Props {
  readonly ids: readonly string[]
  readonly rowHeight: number
  /** A row that is drawn even out of sight, because the cursor may be in it. */
  readonly pinned?: string | undefined
  readonly label: string
  /** The least width of the rows; if the box is narrower, it scrolls sideways. */
  readonly width?: number
  readonly head?: ReactNode
  readonly headHeight?: number
  readonly empty: ReactNode
  /** Must stay the same function: a row is drawn again only when its id changes. */
  renderRow(id: string): ReactNode
}

const beyond = 6

const Slot = memo(function Slot({ id, top, height, renderRow }: Pick<Props, 'renderRow'> & { id: string; top: number; height: number }) {
  return (
    <div className="live-slot" role="presentation" style={{ height, transform: `translateY(${top}px)` }}>
      {renderRow(id)}
    </div>
  )
})

/** The visible places, and that of a pinned row outside them. */
function placesOf(ids: readonly string[], { first, last }: { first: number; last: number }, pinned: string | undefined): number[] {
  const inSight = ids.slice(first, last).map((_, index) => first + index)
  const place = pinned === undefined ? -1 : ids.indexOf(pinned)
  if (place < 0 || (place >= first && place < last)) return inSight
  return place < first ? [place, ...inSight] : [...inSight, place]
}

/**
 * Rows of one height; only the visible ones are drawn. This replaces @tanstack/react-virtual: lines of one height need no
 * measuring, appear before their box is measured, and are not redrawn when scrolling begins and ends.
 */
export const VirtualRows = forwardRef<RowsHandle, Props>(function VirtualRows(props, handle) {
  const { ids, rowHeight, pinned, label, width, head, headHeight = 0, empty, renderRow } = props
  const box = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState({ first: 0, last: 30 })
  const measure = useCallback(() => {
    const element = box.current
    if (!element) return
    const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - beyond)
    const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + beyond
    setRange((now) => (now.first === first && now.last === last ? now : { first, last }))
  }, [rowHeight])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    measure()
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure)
    observer?.observe(element)
    return () => observer?.disconnect()
  }, [measure])
  useLayoutEffect(measure, [ids.length, measure])
  // After a field far to the right was edited, the next row starts at the left edge of the lists again.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollLeft = 0
  }, [pinned])

  useImperativeHandle(handle, () => ({
    focus: () => box.current?.focus({ preventScroll: true }),
    reveal: (id) => {
      const element = box.current
      const index = ids.indexOf(id)
      if (!element || index < 0) return
      const top = index * rowHeight
      const room = element.clientHeight - headHeight
      if (top < element.scrollTop) element.scrollTop = top
      else if (top + rowHeight > element.scrollTop + room) element.scrollTop = top + rowHeight - room
    },
  }))

  return (
    <div ref={box} className="live-rows" role="grid" aria-label={label} aria-rowcount={ids.length} tabIndex={0} onScroll={measure}>
      {head}
      {ids.length === 0 ? (
        <div className="live-empty" role="row">
          <div role="gridcell">{empty}</div>
        </div>
      ) : (
        <div className="live-track" role="presentation" style={{ height: ids.length * rowHeight, minWidth: width }}>
          {placesOf(ids, range, pinned).map((place) => {
            const id = ids[place]
            return id !== undefined && <Slot key={id} id={id} top={place * rowHeight} height={rowHeight} renderRow={renderRow} />
          })}
        </div>
      )}
    </div>
  )
})
