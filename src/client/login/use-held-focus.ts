import { useLayoutEffect, useRef } from 'react'

/**
 * What had the focus when something began has it again at its end, if nothing else took it: a button that is off meanwhile loses it, and so
 * does a field below a window. In place of a form's own button its last field, which is the one to type anew.
 */
export function useHeldFocus(isBusy: boolean): void {
  const held = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    const { current } = held
    if (isBusy) held.current = activeElement
    else if (activeElement === body && current instanceof HTMLElement) {
      const fields = current instanceof HTMLButtonElement && current.form?.querySelectorAll('input')
      const place = (fields && fields[fields.length - 1]) || current
      place.focus()
    }
  }, [isBusy])
}
