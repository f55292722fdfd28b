export const windowClass = 'live-mark-window'

/** The cursor is in the window for marking: it stays there. */
export const isInWindow = (): boolean => Boolean(document.activeElement?.closest(`.${windowClass}`))

/** Put the cursor behind what a field of the edited row holds; answers whether it is where it belongs. */
export function focusMarkField(field: string): boolean {
  if (isInWindow()) return true
  const input = document.querySelector<HTMLInputElement>(`[data-mark="${field}"]`)
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
  return input !== null
}
