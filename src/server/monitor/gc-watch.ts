import { GCProfiler, type GCProfilerResult } from 'node:v8'

/** What garbage collection has done since the server started. */
export interface GcFigures {
  readonly count: number
  /** Seconds in all. */
  readonly seconds: number
  /** Bytes that were allocated in the young generation, and that moved from it into the old one. */
  readonly allocated: number
  readonly promoted: number
  /** Bytes of the old generation after the last full collection. */
  readonly live: number
}

type Collection = GCProfilerResult['statistics'][number]

/** What was noted is added up so often, in milliseconds, that it stays small. */
const ADDED_UP = 10_000

const usedIn = ({ heapSpaceStatistics }: Collection['beforeGC'], space: string): number =>
  heapSpaceStatistics.find(({ spaceName }) => spaceName === space)?.spaceUsedSize ?? 0

/** Count collections from now on. */
export function watchGc(): { figures(): GcFigures; close(): void } {
  const figures = { count: 0, seconds: 0, allocated: 0, promoted: 0, live: 0 }
  let young = 0
  let profiler = new GCProfiler()
  const add = ({ gcType, cost, beforeGC, afterGC }: Collection) => {
    figures.count += 1
    figures.seconds += cost / 1_000_000
    figures.allocated += Math.max(0, usedIn(beforeGC, 'new_space') - young)
    young = usedIn(afterGC, 'new_space')
    figures.promoted += Math.max(0, usedIn(afterGC, 'old_space') - usedIn(beforeGC, 'old_space'))
    if (gcType.startsWith('MarkSweep')) figures.live = usedIn(afterGC, 'old_space')
  }
  const addUp = () => {
    const noted = profiler.stop()
    profiler = new GCProfiler()
    profiler.start()
    noted?.statistics.forEach(add)
  }
  profiler.start()
  const timer = setInterval(addUp, ADDED_UP).unref()
  return {
    figures() {
      addUp()
      return { ...figures }
    },
    close() {
      clearInterval(timer)
      profiler.stop()
    },
  }
}
