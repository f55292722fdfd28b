import { useState } from 'react'
import useSWR from 'swr'
import { momentText } from './moment-text.ts'

const EVERY = 3000

/** What a monitor shows: read every three seconds while its tab is visible, and no more once it could not be read. */
export interface LiveRead<T> {
  readonly data: T | undefined
  readonly error: Error | undefined
  /** When it was read, as people write it. */
  readonly at: string
  refresh(): void
}

export function useLive<T>(name: string, read: () => Promise<T>): LiveRead<T> {
  const [stopped, setStopped] = useState(false)
  const [at, setAt] = useState('-')
  const { data, error, mutate } = useSWR<T, Error>(['monitor', name], read, {
    refreshInterval: stopped ? 0 : EVERY,
    onError: () => setStopped(true),
    onSuccess: () => {
      setStopped(false)
      setAt(momentText(Date.now()))
    },
    refreshWhenHidden: false,
    // Without a network the question fails and says so, instead of not being asked.
    refreshWhenOffline: true,
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    dedupingInterval: 0,
  })
  return { data, error, at, refresh: () => void mutate() }
}
