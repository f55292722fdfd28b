import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ListStore } from '../rows/list-store.ts'
import type { Narrowing } from '../rows/matches.ts'
import { useBench } from './bench-context.ts'
import { calls, sentenceOf } from './calls.ts'

/** Reads a list; an answer that a later question has overtaken is dropped. */
function createReader<Row>(list: ListStore<Row>, read: (filters: Narrowing) => Promise<{ records: readonly Row[]; total: number }>) {
  let round = 0
  return async (filters: Narrowing) => {
    const own = ++round
    list.loading()
    try {
      const { records, total } = await read(filters)
      if (own === round) list.fill(records, total)
    } catch (error) {
      if (own === round) list.failed(sentenceOf(error))
    }
  }
}

export interface Lists {
  reload(): void
  /** Once for many causes, so many milliseconds from now at the latest. */
  reloadSoon(after: number): void
}

/** Keeps the three lists and the claims as the filters ask for them. */
export function useLists(filters: Narrowing, ready: boolean, topics: readonly string[]): Lists {
  const bench = useBench()
  const readers = useMemo(
    () => [
      createReader(bench.submitted, calls.submitted),
      createReader(bench.help, calls.help),
      createReader(bench.history, calls.history),
    ],
    [bench],
  )
  const courses = topics.map((topic) => topic.replace('course:', '')).join()
  const asked = useRef({ filters, courses })
  asked.current = { filters, courses }
  const timer = useRef<{ readonly due: number; readonly id: ReturnType<typeof setTimeout> }>()

  const readClaims = useCallback(async () => {
    const each = asked.current.courses.split(',').filter(Boolean)
    const found = await Promise.all(each.map((courseId) => calls.claims(courseId).catch(() => [])))
    bench.claims.fill(found.flat())
  }, [bench])
  const reload = useCallback(() => {
    clearTimeout(timer.current?.id)
    timer.current = undefined
    for (const read of readers) void read(asked.current.filters)
    void readClaims()
  }, [readers, readClaims])
  const reloadSoon = useCallback(
    (after: number) => {
      const due = Date.now() + after
      if (timer.current && timer.current.due <= due) return
      clearTimeout(timer.current?.id)
      timer.current = { due, id: setTimeout(reload, after) }
    },
    [reload],
  )

  useEffect(() => {
    if (ready) reload()
    return () => {
      clearTimeout(timer.current?.id)
      timer.current = undefined
    }
  }, [filters, ready, reload])
  useEffect(() => void readClaims(), [courses, readClaims])
  return useMemo(() => ({ reload, reloadSoon }), [reload, reloadSoon])
}
