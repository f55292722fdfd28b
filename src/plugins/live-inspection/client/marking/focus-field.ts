export const windowClass = 'live-mark-window'

/** Whether the cursor is in the marking window, where it should stay. */
export const isInWindow = (): boolean => Boolean(document.activeElement?.closest(`.${windowClass}`))

/** Puts the cursor at the end of a field of the edited row; answers whether it is there. */
export function focusMarkField(field: string): boolean {
  if (isInWindow()) return true
  const input = document.querySelector<HTMLInputElement>(`[data-mark="${field}"]`)
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
  return input !== null
}
