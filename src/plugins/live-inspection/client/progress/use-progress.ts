import { useEffect, useMemo } from 'react'
import useSWR from 'swr'
import { calls } from '../state/calls.ts'
import { placeIn, type ListNarrowing } from '../../shared/matches.ts'
import type { Progress } from '../../wire.ts'
import { paced } from './paced.ts'

/** How far the marking has come under the filters; asked again after a change. */
export function useProgress(filters: ListNarrowing, ready: boolean, happened: number): Progress | undefined {
  const { courseId = '', ...rest } = placeIn(filters)
  const place = { courseId, ...rest }
  const { data, mutate } = useSWR(ready && courseId !== '' ? ['progress', JSON.stringify(place)] : null, () => calls.progress(place))
  const asking = useMemo(() => paced(() => void mutate()), [mutate])
  useEffect(() => () => asking.cancel(), [asking])
  useEffect(() => {
    if (happened > 0) asking()
  }, [happened, asking])
  return data
}
