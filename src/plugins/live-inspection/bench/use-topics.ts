import { useMemo } from 'react'
import useSWR from 'swr'
import { calls } from './calls.ts'

/** More courses than this are followed only after one is chosen. */
const most = 30
const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** The topics of what is on the screen: the chosen course, else the courses of this person. */
export function useTopics(filters: Readonly<Record<string, unknown>>, ready: boolean): readonly string[] {
  const chosen = textOf(filters['courseId'])
  const semester = textOf(filters['semester'])
  const key = ready && chosen === '' ? ['own courses', semester] : null
  const { data } = useSWR(key, () => calls.courses(semester || undefined))
  return useMemo(
    () => (chosen !== '' ? [`course:${chosen}`] : (data ?? []).slice(0, most).map(({ courseId }) => `course:${courseId}`)),
    [chosen, data],
  )
}
