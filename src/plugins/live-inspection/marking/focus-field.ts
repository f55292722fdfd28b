export const windowClass = 'live-mark-window'

/** The cursor is in the window for marking: it stays there. */
export const isInWindow = (): boolean => Boolean(document.activeElement?.closest(`.${windowClass}`))

/** Put the cursor behind what a field of the edited row holds. */
export function focusField(field: string): void {
  const input = isInWindow() ? null : document.querySelector<HTMLInputElement>(`[data-mark="${field}"]`)
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}
