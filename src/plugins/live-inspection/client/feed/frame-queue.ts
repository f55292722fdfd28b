import once from 'lodash-es/once.js'

/** Calls back before the next paint, or soon if nothing is painted (a page in the background). */
function beforePaint(run: () => void): void {
  const runOnce = once(run)
  requestAnimationFrame(runOnce)
  setTimeout(runOnce, 250)
}

export interface FrameQueue<Item> {
  add(item: Item): void
  close(): void
}

/** Gathers what comes between two paints and passes it on together: each frame paints once, however much comes. */
export function createFrameQueue<Item>(flush: (items: readonly Item[]) => void, schedule = beforePaint): FrameQueue<Item> {
  let waiting: Item[] = []
  let closed = false
  const run = () => {
    const items = waiting
    waiting = []
    if (!closed && items.length > 0) flush(items)
  }
  return {
    add: (item) => {
      waiting.push(item)
      if (waiting.length === 1) schedule(run)
    },
    close: () => {
      closed = true
      waiting = []
    },
  }
}
