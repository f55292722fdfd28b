/**
 * Acts on the first click of a double click, because people who click twice mean it once. The second click closes no window that the
 * first one opened.
 */
export const singleClick =
  (run: () => void) =>
  (event: { readonly detail?: number }): void => {
    if ((event.detail ?? 0) < 2) run()
  }

/** Ignores the second click of a double click on a button that opens with one click and closes with the next. */
export const firstClick = (event: { readonly detail?: number; stopPropagation(): void }): void => {
  if ((event.detail ?? 0) > 1) event.stopPropagation()
}
