/** How long (milliseconds) a place stays covered after another button has appeared there. */
const REST = 600
/** How long (milliseconds) the place of a press is watched, because an answer of the server may replace a button late. */
const WATCHED = 5000
/** How far from a press (pixels) a second tap may land. */
const REACH = 24

/** Everything that reacts to a tap; the label of a file input or a tick box counts as its button. */
const buttons = 'button, a[href], [role="button"], [role="menuitem"], [role="option"], label:has(input)'
const toggles = '[aria-pressed], [aria-expanded], [aria-checked]'

const buttonOf = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest(buttons) : null)

/** The name of a button, without numbers, because a count in it may change. */
const nameOf = (button: Element): string => (button.getAttribute('aria-label') ?? button.textContent ?? '').replaceAll(/[\d\s]/g, '')

/** The buttons at these points; a place at rest hides them from the hand, not from here. To list all elements at a point takes too long. */
function buttonsAt(points: readonly (readonly [number, number])[]): readonly (Element | null)[] {
  const covers = document.querySelectorAll<HTMLElement>('[data-rest]')
  for (const { style } of covers) style.pointerEvents = 'none'
  const found = points.map(([x, y]) => buttonOf(document.elementFromPoint(x, y)))
  for (const { style } of covers) style.pointerEvents = ''
  return found
}

interface Press {
  readonly place: DOMRect
  readonly until: number
  /** The buttons that have been there long enough, with their names. */
  readonly known: Map<Element, string>
}

/** Where a second tap may land: the part of the button within reach of the press. */
function pressedRect(button: Element, { clientX: x, clientY: y }: MouseEvent): DOMRect {
  const { left, top, right, bottom } = button.getBoundingClientRect()
  const [x0, y0] = [Math.max(left, x - REACH), Math.max(top, y - REACH)]
  return new DOMRect(x0, y0, Math.min(right, x + REACH) - x0, Math.min(bottom, y + REACH) - y0)
}

/** Its middle and its corners. */
const pointsOf = ({ left, top, right, bottom }: DOMRect): readonly (readonly [number, number])[] => [
  [(left + right) / 2, (top + bottom) / 2],
  [left + 1, top + 1],
  [right - 1, top + 1],
  [left + 1, bottom - 1],
  [right - 1, bottom - 1],
]

const isInside = ({ place }: Press, { clientX, clientY }: MouseEvent): boolean =>
  clientX >= place.left && clientX <= place.right && clientY >= place.top && clientY <= place.bottom

/** Covers a place, so that nothing under it can be pressed. */
function cover({ left, top, width, height }: DOMRect): void {
  const rest = document.createElement('div')
  rest.dataset.rest = ''
  rest.setAttribute('aria-hidden', 'true')
  Object.assign(rest.style, { position: 'fixed', zIndex: '2147483647', left: `${left}px`, top: `${top}px` })
  Object.assign(rest.style, { width: `${width}px`, height: `${height}px` })
  rest.addEventListener('mousedown', (event) => event.preventDefault())
  const sheet = document.querySelector('dialog[open]') ?? document.body
  sheet.append(rest)
  setTimeout(() => rest.remove(), REST)
}

/**
 * A button that replaces another cannot be pressed for a moment, whatever the reason for the replacement: a second tap was meant for the
 * first button. Call this once for a page; it watches every button.
 */
export function restPlaces(): void {
  let press: Press | undefined
  let isWatching = false
  /** Is there a different button than a moment ago? Then its place is covered. */
  const isReplaced = (held: Press, button: Element | null): boolean => {
    const name = button && held.known.get(button)
    if (!button || (name !== undefined && (name === nameOf(button) || button.matches(toggles)))) return false
    held.known.set(button, nameOf(button))
    cover(held.place)
    return true
  }
  const watch = () => {
    isWatching = press !== undefined && performance.now() <= press.until
    if (!press || !isWatching) return
    for (const button of buttonsAt(pointsOf(press.place))) isReplaced(press, button)
    requestAnimationFrame(watch)
  }
  const forget = () => {
    press = undefined
  }
  const handleClick = (event: MouseEvent) => {
    const isByKeyboard = event.detail === 0
    if (isByKeyboard) return
    const button = buttonOf(event.target)
    if (press && performance.now() <= press.until && isInside(press, event) && isReplaced(press, button)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    if (!button) return
    press = { place: pressedRect(button, event), until: performance.now() + WATCHED, known: new Map([[button, nameOf(button)]]) }
    if (!isWatching) requestAnimationFrame(watch)
    isWatching = true
  }
  const handleMove = (event: PointerEvent) => {
    if (press && event.pointerType === 'mouse' && !isInside(press, event)) forget()
  }
  const options = { capture: true, passive: true }
  window.addEventListener('click', handleClick, { capture: true })
  // After moving on or scrolling, the user means what they press next.
  window.addEventListener('wheel', forget, options)
  window.addEventListener('touchmove', forget, options)
  window.addEventListener('pointermove', handleMove, options)
}
