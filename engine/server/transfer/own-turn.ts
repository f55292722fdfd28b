import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { readsUnderWay } from '../http/reading-turns.ts'

/** So many milliseconds long work waits at most for reads that are under way; those that take longer wait for something else. */
const MOST_WAIT = 4

let last: Promise<unknown> = Promise.resolve()

/** A turn of the event loop, and a moment more while a database thinks about what others read: its answer then finds the process free. */
async function turn(): Promise<void> {
  await setImmediate()
  for (let waited = 0; waited < MOST_WAIT && readsUnderWay() > 0; waited++) await pause(1)
}

/**
 * Resolves in a turn of the event loop in which it resolves for nobody else: whoever has long work does some of it in each, and others
 * are served between.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(turn)
  return last
}
