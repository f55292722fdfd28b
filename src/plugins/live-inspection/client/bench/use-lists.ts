import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { AskedBy } from '../../../../../engine/client/index.ts'
import type { ListNarrowing } from '../../shared/matches.ts'
import { useBench } from '../state/bench-context.ts'
import { calls } from '../state/calls.ts'
import { createClaimsReader, createListReader } from '../state/list-reader.ts'

export interface Reads {
  reload(): void
  /** The same, when no hand asked for it. */
  reread(): void
  /** Once for many causes, none of them a hand, so many milliseconds from now at the latest. */
  reloadSoon(after: number): void
}

/** Keeps the three lists and the claims as the filters ask for them. */
export function useLists(filters: ListNarrowing, ready: boolean, topics: readonly string[]): Reads {
  const bench = useBench()
  const readers = useMemo(
    () => [
      createListReader(bench.submitted, calls.submitted),
      createListReader(bench.help, calls.help),
      createListReader(bench.history, calls.history),
    ],
    [bench],
  )
  const claimsReader = useMemo(() => createClaimsReader(bench.claims), [bench])
  const courses = topics.map((topic) => topic.replace('course:', '')).join()
  const latest = useRef({ filters, courses })
  latest.current = { filters, courses }
  const timer = useRef<{ readonly due: number; readonly id: ReturnType<typeof setTimeout> }>()

  const readClaims = useCallback(async () => {
    await claimsReader.read(latest.current.courses.split(',').filter(Boolean))
  }, [claimsReader])
  const readAll = useCallback(
    (by: AskedBy) => {
      clearTimeout(timer.current?.id)
      timer.current = undefined
      for (const reader of readers) void reader.read(latest.current.filters, by)
      void readClaims()
    },
    [readers, readClaims],
  )
  const reload = useCallback(() => readAll('hand'), [readAll])
  const reread = useCallback(() => readAll('page'), [readAll])
  const reloadSoon = useCallback(
    (after: number) => {
      const due = Date.now() + after
      if (timer.current && timer.current.due <= due) return
      clearTimeout(timer.current?.id)
      timer.current = { due, id: setTimeout(reread, after) }
    },
    [reread],
  )

  useEffect(() => {
    if (ready) reload()
    return () => {
      clearTimeout(timer.current?.id)
      timer.current = undefined
    }
  }, [filters, ready, reload])
  useEffect(() => void readClaims(), [courses, readClaims])
  useEffect(() => () => [...readers, claimsReader].forEach((reader) => reader.stop()), [readers, claimsReader])
  return useMemo(() => ({ reload, reread, reloadSoon }), [reload, reread, reloadSoon])
}
