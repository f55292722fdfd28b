const writable = 'input:not([disabled]):not([type=file]), textarea:not([disabled]), button[role=switch]:not([disabled])'

/** Opens the tab of a form in which this stands, if another one is open. */
function openTabOf(place: Element): boolean {
  const panel = place.closest('[role=tabpanel][aria-hidden=true]')
  const tab = panel && document.getElementById(panel.getAttribute('aria-labelledby') ?? '')
  tab?.click()
  return Boolean(tab)
}

/** Put the cursor into the named field of the form, or into the first one that can be edited; keys scroll a form that is only read. */
export function focusField(form: HTMLElement | null, key?: string): void {
  const place = key === undefined ? form : form?.querySelector(`[data-field="${CSS.escape(key)}"]`)
  if (key !== undefined && place && openTabOf(place)) {
    requestAnimationFrame(() => focusField(form, key))
    return
  }
  const target = place?.querySelector(`[data-invalid] :is(${writable})`) ?? place?.querySelector(writable)
  if (!(target instanceof HTMLElement)) {
    if (key === undefined) form?.closest<HTMLElement>('section[tabindex="0"]')?.focus({ preventScroll: true })
    else place?.scrollIntoView({ block: 'center' })
    return
  }
  target.focus({ preventScroll: true })
  target.closest('[data-field]')?.scrollIntoView({ block: 'center' })
}

/** Milliseconds until the window has opened and the second press of a double click has landed. */
const SETTLES = 700
const LOOKS = 50
const control = 'input, textarea, select, button, a, [role=button]'

/**
 * Put the cursor into the first field of a form that opens, and put it back if a press on empty space takes it away. If the user focuses a
 * control, the cursor stays there.
 */
export function keepFirstCursor(formOf: () => HTMLElement | null): () => void {
  const opened = document.activeElement
  const end = Date.now() + SETTLES
  const timer = setInterval(() => {
    const cursor = document.activeElement
    const isChosen = cursor !== opened && cursor?.matches(control) === true
    if (!isChosen && !formOf()?.contains(cursor)) focusField(formOf())
    if (Date.now() > end) clearInterval(timer)
  }, LOOKS)
  return () => clearInterval(timer)
}
