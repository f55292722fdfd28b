import type { MouseEvent } from 'react'

/** Does it on the first click of a double click; whoever clicks twice means it once. */
export const singleClick =
  (run: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) run()
  }
