import { useEffect } from 'react'
import useSWR from 'swr'
import debounce from 'lodash-es/debounce.js'
import { api, currentToken, useCurrentUser } from '../../../engine/client/index.ts'
import { openFeed } from '../../feed/connection.ts'
import type { TeachingDay } from '../../dashboard/teaching-day.ts'

/** A burst of submissions causes a single read. */
const QUIET = 600
/** Lessons begin and end without an event, so the day is also read regularly. */
const READ_EVERY = 120_000

const concerns = new Set(['inspectionResult', 'helpRequest', 'session', 'sessionMember'])

/** What the user has to teach and mark today. It is read again when students submit work or ask for help, while the page is shown. */
export function useTeachingDay() {
  const { id: userId, loginAt } = useCurrentUser()
  const day = useSWR<TeachingDay, Error>('/sys/teachingDay', (url: string) => api.get<TeachingDay>(url), { refreshInterval: READ_EVERY })
  const { data, mutate } = day
  const followed = data?.courseIds.join() ?? ''
  useEffect(() => {
    if (followed === '') return undefined
    const readSoon = debounce(() => void mutate(), QUIET)
    const feed = openFeed({
      userId,
      readToken: currentToken,
      fetchJson: (path) => api.get(path),
      topics: followed.split(',').map((id) => `course:${id}`),
      onMessage: (message) => {
        if (message.cmd === 'refused' || (message.cmd === 'event' && !concerns.has(message.entity ?? ''))) return
        readSoon()
      },
      onState: () => undefined,
    })
    return () => {
      readSoon.cancel()
      feed.close()
    }
  }, [followed, userId, loginAt, mutate])
  return day
}
