/** Does it on the first click of a double click; whoever clicks twice means it once. The second closes no window that the first opened. */
export const singleClick =
  (run: () => void) =>
  (event: { readonly detail?: number }): void => {
    if ((event.detail ?? 0) < 2) run()
  }
