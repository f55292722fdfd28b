import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

export interface FitBox {
  /** Room below the box's top edge, less what must stay visible under it. */
  readonly height: number
  /** Room from side to side, less a scroll bar; 0 while it is not known. */
  readonly width: number
}

/** The room that an element has at its place; its height is never less than `least`. */
export function useFitBox(below: number, least: number): [RefObject<HTMLDivElement>, FitBox] {
  const ref = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<FitBox>({ height: least, width: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current
      if (!element || element.offsetParent === null) return
      const height = Math.max(least, Math.floor(window.innerHeight - element.getBoundingClientRect().top - below))
      const scrolled = element.querySelector<HTMLElement>('.ant-table-body')
      const bar = scrolled ? scrolled.offsetWidth - scrolled.clientWidth : 0
      const width = Math.max(0, Math.floor(element.clientWidth) - bar)
      setBox((now) => (now.height === height && now.width === width ? now : { height, width }))
    }
    measure()
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure)
    if (ref.current?.parentElement) observer?.observe(ref.current.parentElement)
    window.addEventListener('resize', measure)
    return () => {
      observer?.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [below, least])
  return [ref, box]
}
