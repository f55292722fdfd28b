import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Room below an element's top edge, less what must stay visible under it; never less than `least`. */
export function useFitHeight(below: number, least: number): [RefObject<HTMLDivElement>, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(least)
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current
      if (!element || element.offsetParent === null) return
      setHeight(Math.max(least, Math.floor(window.innerHeight - element.getBoundingClientRect().top - below)))
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
  return [ref, height]
}
