import { constants, PerformanceObserver, type NodeGCPerformanceDetail, type PerformanceEntry } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'

/** What garbage collection has done since the server started. */
export interface GcFigures {
  /** Pauses, of all kinds. */
  readonly count: number
  /** Seconds in all. */
  readonly seconds: number
  /** Bytes allocated in the young generation, at most: it is taken for empty after each of its collections, and for full at the next. */
  readonly allocated: number
  /** Bytes by which the old generation grew from one collection of the young one to the next. */
  readonly promoted: number
  /** Bytes of the old generation after the last full collection. */
  readonly live: number
}

/** Bytes that the young generation has room for in all, and that the old one holds. */
function generations(): { readonly capacity: number; readonly old: number } {
  const spaces = getHeapSpaceStatistics()
  const space = (name: string) => spaces.find(({ space_name }) => space_name === name)
  const young = space('new_space')
  const capacity = (young?.space_used_size ?? 0) + (young?.space_available_size ?? 0)
  return { capacity, old: space('old_space')?.space_used_size ?? 0 }
}

/** Which collection it was; the types of Node leave it out. */
const kindOf = (entry: PerformanceEntry & { readonly detail?: NodeGCPerformanceDetail }): number | undefined => entry.detail?.kind

/**
 * Count collections from now on. Node's `GCProfiler` knows more, but writes some kilobytes about each, and its memory is released by the
 * next full collection only: under load it held more than 50 MB.
 */
export function watchGc(): { figures(): GcFigures; close(): void } {
  const figures = { count: 0, seconds: 0, allocated: 0, promoted: 0, live: 0 }
  let last = generations()
  const add = (entries: readonly PerformanceEntry[]) => {
    if (!entries.length) return
    const now = generations()
    const ofYoung = entries.filter((entry) => kindOf(entry) === constants.NODE_PERFORMANCE_GC_MINOR).length
    figures.count += entries.length
    figures.seconds += entries.reduce((sum, { duration }) => sum + duration, 0) / 1000
    figures.allocated += ofYoung * last.capacity
    if (ofYoung) figures.promoted += Math.max(0, now.old - last.old)
    if (entries.some((entry) => kindOf(entry) === constants.NODE_PERFORMANCE_GC_MAJOR)) figures.live = now.old
    last = now
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  return {
    figures() {
      add(observer.takeRecords())
      return { ...figures }
    },
    close: () => observer.disconnect(),
  }
}
