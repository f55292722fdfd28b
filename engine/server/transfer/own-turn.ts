import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { hasBegunRead } from '../http/reading-turns.ts'

/** A short read is answered within so many milliseconds; a longer one is waited for by nobody. */
const SHORT = 4

let last: Promise<unknown> = Promise.resolve()

/** A turn of the event loop, and a moment more for a read that has just begun: the answer of its database then finds the process free. */
async function turn(): Promise<void> {
  await setImmediate()
  for (let waited = 0; waited < SHORT && hasBegunRead(SHORT); waited++) await pause(1)
}

/**
 * Resolves in a turn of the event loop in which it resolves for nobody else: whoever has long work does some of it in each, and others
 * are served between.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(turn)
  return last
}
