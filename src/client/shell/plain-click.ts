interface Click {
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  preventDefault(): void
}

/** A plain click on a link goes on inside the application; one with a modifier is the browser's: a tab or a window of its own. */
export function isPlain(event: Click): boolean {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return false
  event.preventDefault()
  return true
}
