import { forwardRef, useEffect, useImperativeHandle, useRef, useState, type PointerEvent } from 'react'
import { fit, keepInside, rotate, toggleFit, whole, zoomAt, type Look, type Point, type Size } from './geometry.ts'

export interface PhotoHandle {
  zoom(factor: number): void
  toggleFit(): void
  rotate(): void
}

interface Props {
  readonly url: string
  readonly label: string
}
const nothing: Size = { width: 0, height: 0 }
const centre: Point = { x: 0, y: 0 }

/** The position of the pointer, measured from the middle of the window. */
function fromCentre(element: HTMLElement, event: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
}

/** The current size of an element. */
function useSize(): [React.RefObject<HTMLDivElement>, Size] {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(nothing)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}

/** Wheel and two fingers zoom at their position, one finger or the mouse drags. */
function useGestures(
  box: React.RefObject<HTMLDivElement>,
  change: (next: (look: Look) => Look) => void,
  frame: { picture: Size; box: Size },
) {
  const pointers = useRef(new Map<number, Point>())
  const latest = useRef(frame)
  latest.current = frame
  useEffect(() => {
    const element = box.current
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const point = element ? fromCentre(element, event) : centre
      change((look) => zoomAt(look, Math.exp(-event.deltaY / 400), point, latest.current))
    }
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [box, change])
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = fromCentre(event.currentTarget, event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (!other)
      return change((look) => keepInside({ ...look, x: look.x + now.x - before.x, y: look.y + now.y - before.y }, frame.picture, frame.box))
    const apart = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y) || 1
    change((look) => zoomAt(look, apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, frame))
  }
  const leave = (event: PointerEvent<HTMLDivElement>) => pointers.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, fromCentre(event.currentTarget, event))
    },
    onPointerMove: move,
    onPointerUp: leave,
    onPointerCancel: leave,
  }
}

/** One photo: whole at first, then zoomed and turned by the user. */
export const Photo = forwardRef<PhotoHandle, Props>(function Photo({ url, label }, handle) {
  const [ref, box] = useSize()
  const [picture, setPicture] = useState<Size>(nothing)
  const [look, setLook] = useState<Look>()
  const [failed, setFailed] = useState(false)
  const shown = look ?? fit(picture, box)
  const change = useRef((next: (look: Look) => Look) => setLook((now) => next(now ?? whole)))
  const current = useRef(shown)
  current.current = shown
  change.current = (next) => setLook(next(current.current))
  const stable = useRef((next: (look: Look) => Look) => change.current(next)).current
  const gestures = useGestures(ref, stable, { picture, box })
  useImperativeHandle(handle, () => ({
    zoom: (factor) => stable((now) => zoomAt(now, factor, centre, { picture, box })),
    toggleFit: () => stable((now) => toggleFit(now, picture, box)),
    rotate: () => stable((now) => rotate(now, picture, box)),
  }))
  if (failed) return <div className="live-photo live-photo-missing">照片无法打开</div>
  return (
    <div ref={ref} className="live-photo" {...gestures} onDoubleClick={() => stable((now) => toggleFit(now, picture, box))}>
      <img
        src={url}
        alt={label}
        draggable={false}
        style={{
          width: picture.width || undefined,
          height: picture.height || undefined,
          visibility: picture.width > 0 ? 'visible' : 'hidden',
          transform: `translate(-50%, -50%) translate(${shown.x}px, ${shown.y}px) rotate(${shown.turns * 90}deg) scale(${shown.scale})`,
        }}
        onLoad={({ currentTarget }) => setPicture({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
        onError={() => setFailed(true)}
      />
      {/* Keyed: a new figure in its own room is another text, not one that moved. */}
      <span key={shown.scale} className="live-photo-scale">
        {Math.round(shown.scale * 100)}%
      </span>
    </div>
  )
})
