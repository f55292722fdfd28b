import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { AskedBy } from '../../../../../engine/client/index.ts'
import { calls } from '../state/calls.ts'
import { createListStore, type ListStore, type RowChange } from '../state/list-store.ts'
import { createListReader } from '../state/list-reader.ts'
import { matches, type ListNarrowing } from '../../shared/matches.ts'
import type { ResultRow } from '../../wire.ts'
import { bySeat } from './by-seat.ts'

/** All results of a place, whether anything was submitted or not. */
export interface Results {
  readonly list: ListStore<ResultRow>
  apply(changes: readonly RowChange<ResultRow>[]): void
  reload(): void
  /** The same, when no hand asked for it. */
  reread(): void
}

/** Reads all results under the given filters, and again whenever these change; without filters it reads nothing. */
export function useResults(filters: ListNarrowing | undefined): Results {
  const list = useMemo(() => createListStore(bySeat), [])
  const question = filters && JSON.stringify(filters)
  const latest = useRef(filters)
  latest.current = filters
  const reader = useMemo(() => createListReader(list, calls.all), [list])
  const read = useCallback((by: AskedBy) => (latest.current ? void reader.read(latest.current, by) : undefined), [reader])
  const reload = useCallback(() => read('hand'), [read])
  const reread = useCallback(() => read('page'), [read])
  useEffect(() => {
    if (question === undefined) return undefined
    reload()
    return reader.stop
  }, [question, reload, reader])
  const apply = useCallback(
    (changes: readonly RowChange<ResultRow>[]) => {
      const narrowing = latest.current
      if (!narrowing) return
      list.apply(changes.map((change) => ('put' in change && !matches(narrowing, change.put) ? { drop: change.put.id } : change)))
    },
    [list],
  )
  return useMemo(() => ({ list, apply, reload, reread }), [list, apply, reload, reread])
}

/** The rows of a list; redraws when any of them changes. */
export function rowsOf<Row>(list: ListStore<Row>): Row[] {
  return list.view().ids.flatMap((id) => list.row(id) ?? [])
}

/** One row of a list; only its own changes repaint the component that shows it. */
export function useListed<Row>(list: ListStore<Row>, id: string): Row | undefined {
  const watch = useCallback((listener: () => void) => list.watchRow(id, listener), [list, id])
  return useSyncExternalStore(watch, () => list.row(id))
}
