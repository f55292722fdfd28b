/** What to do with a failed piece of work. */
export type Verdict = 'again' | 'hold' | 'done'

export interface LaneOptions<T> {
  /** The next piece of work; it stays the next until it is removed from its store. */
  next(): T | undefined
  work(piece: T): Promise<void>
  /** `done` when the failure was dealt with, `again` to try later, `hold` to wait until somebody wakes the lane. */
  failed(piece: T, error: unknown): Promise<Verdict>
  /** Called with the time of the next try; undefined if there is nothing to wait for. */
  onWait(until: number | undefined): void
}

export interface Lane {
  /** There is work, or the network is back: go on at once. */
  wake(): void
  stop(): void
}

const FIRST = 1000
const LONGEST = 30_000

/** Twice as long each time, up to half a minute; spread at random, so that a whole class does not come back at the same moment. */
export const waitBefore = (attempt: number, random = Math.random()): number =>
  Math.min(LONGEST, FIRST * 2 ** (attempt - 1)) * (0.5 + random / 2)

/** Does one piece of work after the other, and tries failed ones again after longer and longer waits. */
export function createLane<T>({ next, work, failed, onWait }: LaneOptions<T>): Lane {
  let isRunning = false
  let isStopped = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function take(piece: T): Promise<Verdict> {
    try {
      await work(piece)
      return 'done'
    } catch (error) {
      return failed(piece, error)
    }
  }
  async function run(): Promise<void> {
    isRunning = true
    let verdict: Verdict = 'done'
    for (let piece = next(); piece !== undefined && verdict === 'done' && !isStopped; piece = next()) {
      verdict = await take(piece)
      attempt = verdict === 'again' ? attempt + 1 : 0
    }
    isRunning = false
    if (verdict === 'again' && !isStopped) waitFor(waitBefore(attempt))
  }
  function waitFor(time: number): void {
    onWait(Date.now() + time)
    timer = setTimeout(wake, time)
  }
  function wake(): void {
    clearTimeout(timer)
    if (isRunning || isStopped) return
    onWait(undefined)
    run().catch(() => waitFor(waitBefore(1)))
  }
  return {
    wake,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
