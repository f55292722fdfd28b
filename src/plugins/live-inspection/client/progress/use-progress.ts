import { useEffect, useMemo } from 'react'
import useSWR from 'swr'
import { calls } from '../state/calls.ts'
import type { Narrowing } from '../../shared/matches.ts'
import type { Progress } from '../../wire.ts'
import { paced } from './paced.ts'

const pick = (filters: Narrowing): Narrowing =>
  Object.fromEntries(
    ['courseId', 'experiId', 'experiGroupId', 'inspectionId', 'smallGroup'].flatMap((key) => (filters[key] ? [[key, filters[key]]] : [])),
  )

/** How far the marking is, for what is filtered; asked again when something happened. */
export function useProgress(filters: Narrowing, ready: boolean, happened: number): Progress | undefined {
  const { data, mutate } = useSWR(ready && filters['courseId'] ? ['progress', JSON.stringify(pick(filters))] : null, () =>
    calls.progress(pick(filters)),
  )
  const asking = useMemo(() => paced(1500, () => void mutate()), [mutate])
  useEffect(() => () => asking.stop(), [asking])
  useEffect(() => {
    if (happened > 0) asking.happened()
  }, [happened, asking])
  return data
}
