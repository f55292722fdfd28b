import { useCallback, useMemo, useState } from 'react'
import { useView } from '../state/bench-context.ts'
import type { News } from '../feed/read-messages.ts'
import type { ListNarrowing } from '../../shared/matches.ts'
import type { MarksAsked } from './MarkManyWindow.tsx'
import { useResults, type Results } from './use-results.ts'

interface Options {
  readonly filters: ListNarrowing
  readonly ready: boolean
  readonly rosterShown: boolean
  readonly seatsShown: boolean
  /** Reads the lists for marking. */
  reload(): void
}

/** All results of the lesson, for their list and for the room, and the window in which many are marked. */
export interface RosterLesson {
  readonly sessionId: string
  readonly all: Results
  readonly room: Results
  /** How many results there are, while their list is open. */
  readonly total: number | undefined
  readonly marks: MarksAsked | undefined
  ask(marks: MarksAsked): void
  close(): void
  reload(): void
  apply(news: News): void
}

export function useLesson({ filters, ready, rosterShown, seatsShown, reload: reloadLists }: Options): RosterLesson {
  const sessionId = String(filters.experiGroupId ?? '')
  const [marks, setMarks] = useState<MarksAsked>()
  const all = useResults(ready && rosterShown ? filters : undefined)
  const room = useResults(ready && seatsShown && sessionId !== '' ? { experiGroupId: sessionId } : undefined)
  const view = useView(all.list)
  const reload = useCallback(() => {
    reloadLists()
    all.reload()
    room.reload()
  }, [reloadLists, all, room])
  const apply = useCallback(
    (news: News) => {
      for (const results of [all, room]) {
        results.apply(news.results)
        if (news.reload) results.reload()
      }
    },
    [all, room],
  )
  const close = useCallback(() => setMarks(undefined), [])
  const total = rosterShown && view.state === 'ready' ? view.total : undefined
  return useMemo(
    () => ({ sessionId, all, room, total, marks, ask: setMarks, close, reload, apply }),
    [sessionId, all, room, total, marks, close, reload, apply],
  )
}
