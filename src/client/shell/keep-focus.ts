/** An element that had the focus, and the table rows or the part of a page around it that may outlive it. */
interface Place {
  readonly element: HTMLElement
  readonly dialog: Element | null
  readonly neighbours: readonly Element[]
}
const MOST_PLACES = 30
/** Windows and forms put the focus where they want it within this time. */
const PATIENCE = 120
const dialogs = '.ant-modal-wrap, .ant-drawer, .ant-popover'
const focusable = 'button:enabled, input:enabled, textarea:enabled, select:enabled, a[href], [tabindex]:not([tabindex="-1"])'
const row = '.ant-table-row'
const part = 'section[aria-label]'

const isShown = (element: Element): boolean => element.isConnected && element.checkVisibility({ visibilityProperty: true })
const isUsable = (element: HTMLElement): boolean => isShown(element) && !element.matches(':disabled')

function focusPlace(element: HTMLElement): Place {
  const own = element.closest(row)
  const around = [own, own?.nextElementSibling, own?.previousElementSibling, own?.parentElement, element.closest(part)]
  return { element, dialog: element.closest(dialogs), neighbours: around.filter((one) => one instanceof Element) }
}

/** The window on top of all others, if one is open. */
function topDialog(): Element | undefined {
  return [...document.querySelectorAll(dialogs)].filter(isShown).at(-1)
}

function firstIn(parts: readonly Element[]): HTMLElement | undefined {
  for (const part of parts) {
    for (const found of part.querySelectorAll<HTMLElement>(focusable)) if (isUsable(found)) return found
  }
  return undefined
}

/** Where the focus goes when its element is gone: back to an earlier place, and never out of an open window. */
function wayBack(places: readonly Place[]): HTMLElement | undefined {
  const top = topDialog()
  for (const { element, neighbours } of places.toReversed()) {
    const target = isUsable(element) ? element : firstIn(neighbours.filter(isShown))
    if (target && (!top || top.contains(target))) return target
  }
  return top ? (top.querySelector<HTMLElement>('[role="dialog"] [tabindex], [role="dialog"]') ?? firstIn([top])) : undefined
}

/**
 * Keeps the focus when its element disappears with a window, a table row or in a part of a page, or is disabled. The focus never stays on the page's body, where
 * keys have no effect. Code that moves the focus itself is quicker and takes precedence.
 */
export function keepFocus(): () => void {
  const places: Place[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLost = (): boolean => {
    const last = places.at(-1)
    if (!last || (document.activeElement !== document.body && document.activeElement !== null)) return false
    return !isUsable(last.element) && (last.dialog !== null || last.neighbours.length > 0)
  }
  const restore = () => {
    timer = undefined
    if (isLost()) wayBack(places)?.focus({ preventScroll: true })
  }
  const watch = () => {
    if (timer === undefined && isLost()) timer = setTimeout(restore, PATIENCE)
  }
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    places.push(focusPlace(target))
    if (places.length > MOST_PLACES) places.shift()
  }
  const observer = new MutationObserver(watch)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', note)
  document.addEventListener('focusout', watch)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('focusout', watch)
  }
}
