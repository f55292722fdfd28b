import { useEffect, useMemo } from 'react'
import useSWR from 'swr'
import type { ListNarrowing } from '../../shared/matches.ts'
import { calls } from '../state/calls.ts'

/** If there are more courses than this, they are followed only once one is chosen; until then their lists are read from time to time. */
const most = 30
const readEvery = 30_000

export interface Followed {
  readonly topics: readonly string[]
  /** Courses in the lists that are not followed. */
  readonly beyond: number
}

export const followedTopics = (courses: readonly { readonly courseId: string }[]): Followed => ({
  topics: courses.slice(0, most).map(({ courseId }) => `course:${courseId}`),
  beyond: Math.max(0, courses.length - most),
})

/** The feed reports nothing about courses that are not followed, so their lists are read now and then. */
export function useReadBeyond(beyond: number, reread: () => void): void {
  useEffect(() => {
    if (beyond === 0) return undefined
    const timer = setInterval(reread, readEvery)
    return () => clearInterval(timer)
  }, [beyond, reread])
}

/** The topics of what is on the screen: the chosen course, or else the courses of this person. */
export function useTopics(filters: ListNarrowing, ready: boolean): Followed {
  const chosen = String(filters.courseId ?? '')
  const semester = String(filters.semester ?? '')
  const key = ready && chosen === '' ? ['own courses', semester] : null
  const { data } = useSWR(key, () => calls.courses(semester || undefined))
  return useMemo(() => followedTopics(chosen !== '' ? [{ courseId: chosen }] : (data ?? [])), [chosen, data])
}
