import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a turn of the event loop in which it resolves for nobody else: whoever has long work does some of it in each, and others
 * are served between.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}
