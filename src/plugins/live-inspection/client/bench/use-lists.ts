import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ClaimStore } from '../state/claim-store.ts'
import type { ListStore } from '../state/list-store.ts'
import type { ListNarrowing } from '../../shared/matches.ts'
import { useBench } from '../state/bench-context.ts'
import { calls, errorSentence } from '../state/calls.ts'

/** Reads a list; an answer that a later question has overtaken is dropped. */
function createReader<Row>(list: ListStore<Row>, read: (filters: ListNarrowing) => Promise<{ records: readonly Row[]; total: number }>) {
  let round = 0
  let answered: string | undefined
  return async (filters: ListNarrowing) => {
    const own = ++round
    const question = JSON.stringify(filters)
    list.loading()
    try {
      const { records, total } = await read(filters)
      if (own !== round) return
      list.fill(records, total, question !== answered)
      answered = question
    } catch (error) {
      if (own === round) list.failed(errorSentence(error))
    }
  }
}

/** Reads the claims of courses. Where a read fails nobody's claim is thought away. */
export function createClaimsReader(claims: ClaimStore) {
  let round = 0
  return async (courses: readonly string[]): Promise<void> => {
    const own = ++round
    claims.loading()
    const read = await Promise.allSettled(courses.map((courseId) => calls.claims(courseId)))
    if (own !== round) return
    const found = read.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    claims.fill(
      found,
      read.some(({ status }) => status === 'rejected'),
    )
  }
}

export interface Reads {
  reload(): void
  /** Once for many causes, so many milliseconds from now at the latest. */
  reloadSoon(after: number): void
}

/** Keeps the three lists and the claims as the filters ask for them. */
export function useLists(filters: ListNarrowing, ready: boolean, topics: readonly string[]): Reads {
  const bench = useBench()
  const readers = useMemo(
    () => [
      createReader(bench.submitted, calls.submitted),
      createReader(bench.help, calls.help),
      createReader(bench.history, calls.history),
    ],
    [bench],
  )
  const claimsReader = useMemo(() => createClaimsReader(bench.claims), [bench])
  const courses = topics.map((topic) => topic.replace('course:', '')).join()
  const asked = useRef({ filters, courses })
  asked.current = { filters, courses }
  const timer = useRef<{ readonly due: number; readonly id: ReturnType<typeof setTimeout> }>()

  const readClaims = useCallback(async () => {
    await claimsReader(asked.current.courses.split(',').filter(Boolean))
  }, [claimsReader])
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
