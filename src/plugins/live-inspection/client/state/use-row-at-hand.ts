import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { photosOf, type ResultRow } from '../../wire.ts'
import { useBench, useEditPart, useSelected, useShown } from './bench-context.ts'
import type { Tab } from './at-hand.ts'
import type { Bench } from './create-bench.ts'

const most = 18

/** The list behind a tab: requests for help have no photos and no marks, so the help tab uses the submissions. */
const markedTab = (tab: Tab) => (tab === 'history' ? 'history' : 'submitted')

interface RowAtHand {
  readonly row: ResultRow | undefined
  /** The row as it was when its edit began. */
  readonly begun: ResultRow | undefined
  /** Photos of the next students. */
  readonly upcoming: readonly string[]
}

/** The row being marked, or else the selected one. Typing does not change it. */
export function useRowAtHand(tab: Tab): RowAtHand {
  const bench = useBench()
  const begun = useEditPart((edit) => edit.row)
  const latest = useEditPart((edit) => edit.latest)
  const list = bench[markedTab(tab)]
  const selected = useSelected(markedTab(tab))
  const id = begun?.id ?? selected ?? ''
  const { row: shown, left } = useShown(list, id)
  const { ids } = list.view()
  const upcoming = useMemo(() => {
    const index = ids.indexOf(id)
    const coming = ids.slice(index + 1, index + 3).flatMap((next) => list.row(next) ?? [])
    return coming.flatMap(photosOf).slice(0, most)
  }, [ids, id, list])
  return { row: latest ?? left?.now ?? shown ?? begun, begun, upcoming }
}

const courseOf = (bench: Bench, tab: Tab): string | undefined => {
  const on = markedTab(tab)
  return (bench.edit.get()?.row ?? bench[on].shown(bench.selection[on].get() ?? ''))?.courseId
}

/** The course of the row at hand; another row of the same course does not change it. */
export function useCourseAtHand(tab: Tab): string | undefined {
  const bench = useBench()
  const watch = useCallback(
    (listener: () => void) => {
      const on = markedTab(tab)
      const stop = [bench.edit.watch(listener), bench[on].watch(listener), bench.selection[on].watch(listener)]
      return () => stop.forEach((end) => end())
    },
    [bench, tab],
  )
  return useSyncExternalStore(watch, () => courseOf(bench, tab))
}
