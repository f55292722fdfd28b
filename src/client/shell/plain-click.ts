interface Click {
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  preventDefault(): void
}

/** A plain click on a link stays inside the application; with a modifier key, the browser opens a tab or window of its own. */
export function isPlain(event: Click): boolean {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return false
  event.preventDefault()
  return true
}
