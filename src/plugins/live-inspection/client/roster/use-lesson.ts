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
  /** Read the lists for marking: by hand, and by the page on its own. */
  readonly reads: Pick<Results, 'reload' | 'reread'>
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
  /** The same, when no hand asked for it. */
  reread(): void
  apply(news: News): void
}

export function useLesson({ filters, ready, rosterShown, seatsShown, reads }: Options): RosterLesson {
  const sessionId = String(filters.experiGroupId ?? '')
  const [marks, setMarks] = useState<MarksAsked>()
  const all = useResults(ready && rosterShown ? filters : undefined)
  const room = useResults(ready && seatsShown && sessionId !== '' ? { experiGroupId: sessionId } : undefined)
  const view = useView(all.list)
  const reload = useCallback(() => [reads, all, room].forEach((one) => one.reload()), [reads, all, room])
  const reread = useCallback(() => [reads, all, room].forEach((one) => one.reread()), [reads, all, room])
  const apply = useCallback(
    (news: News) => {
      for (const results of [all, room]) {
        results.apply(news.results)
        if (news.reload) results.reread()
      }
    },
    [all, room],
  )
  const close = useCallback(() => setMarks(undefined), [])
  const total = rosterShown && view.state === 'ready' ? view.total : undefined
  return useMemo(
    () => ({ sessionId, all, room, total, marks, ask: setMarks, close, reload, reread, apply }),
    [sessionId, all, room, total, marks, close, reload, reread, apply],
  )
}
