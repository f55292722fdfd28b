import { PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'

/** What garbage collection has done since the server started. */
export interface GcFigures {
  readonly count: number
  /** Seconds in all. */
  readonly seconds: number
  /** Bytes that were found allocated in the young generation, and that moved from it into the old one. */
  readonly allocated: number
  readonly promoted: number
  /** Bytes of the old generation after the last full collection. */
  readonly live: number
}

const spaces = () => {
  const used = new Map(getHeapSpaceStatistics().map((space) => [space.space_name, space.space_used_size]))
  return { young: used.get('new_space') ?? 0, old: used.get('old_space') ?? 0 }
}

/** Collections that go through the whole heap (`constants.NODE_PERFORMANCE_GC_MAJOR`). */
const MAJOR = 4

const kindOf = (entry: PerformanceEntry): unknown => {
  const detail: unknown = Reflect.get(entry, 'detail')
  return typeof detail === 'object' && detail !== null && 'kind' in detail ? detail.kind : undefined
}

/** Count collections from now on. */
export function watchGc(): { figures(): GcFigures; close(): void } {
  let last = spaces()
  const figures = { count: 0, seconds: 0, allocated: 0, promoted: 0, live: last.old }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const now = spaces()
      figures.count += 1
      figures.seconds += entry.duration / 1000
      figures.promoted += Math.max(0, now.old - last.old)
      if (kindOf(entry) === MAJOR) figures.live = now.old
      last = now
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  return {
    figures: () => {
      const now = spaces()
      figures.allocated += Math.max(0, now.young - last.young)
      last = now
      return { ...figures }
    },
    close: () => observer.disconnect(),
  }
}
