import { useMemo, useRef } from 'react'
import type { ResultRow } from '../../wire.ts'
import type { Marking } from '../marking/create-marking.ts'
import type { MarkingActions } from '../marking/marking-context.ts'
import { useBench } from '../state/bench-context.ts'
import type { OpenWindow } from './BenchWindows.tsx'

interface Options {
  readonly marking: Marking
  setWindow(open: OpenWindow): void
  setPhotos(open: boolean): void
}

/** The actions that lines and panels can start; always the same object. */
export function useActions({ marking, setWindow, setPhotos }: Options): MarkingActions {
  const bench = useBench()
  const latest = useRef(setPhotos)
  latest.current = setPhotos
  return useMemo<MarkingActions>(
    () => ({
      marking,
      openRemarks: () => setWindow({ is: 'remarks' }),
      openDialog: (row: ResultRow) => setWindow({ is: 'dialog', row }),
      openVersions: (row: ResultRow) => setWindow({ is: 'versions', row }),
      showPhotos: (id) => {
        bench.choose(bench.submitted.shown(id) ? 'submitted' : 'history', id)
        latest.current(true)
      },
    }),
    [marking, bench, setWindow],
  )
}
