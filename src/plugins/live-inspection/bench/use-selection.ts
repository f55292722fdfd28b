import { useEffect, useRef, type RefObject } from 'react'
import { afterLeaving } from '../rows/selection.ts'
import type { RowsHandle } from '../table/VirtualRows.tsx'
import { useBench } from './bench-context.ts'
import type { Tab } from './create-bench.ts'

/** When the selected row leaves its list the next one is selected, and the cursor stays on the list. */
export function useSelectionKeeper(tab: Tab, list: RefObject<RowsHandle>): void {
  const bench = useBench()
  useEffect(() => {
    const store = bench[tab]
    const selection = bench.selection[tab]
    let before = store.view().ids
    const keep = () => {
      const { ids } = store.view()
      const selected = selection.get()
      const next = afterLeaving(before, ids, selected) ?? ids[0]
      // The row at work went to another place because its student handed in again; rows that come and go above it move nothing.
      const hasMoved = selected !== undefined && ids.length === before.length && ids.indexOf(selected) !== before.indexOf(selected)
      before = ids
      if (next !== selected) selection.set(next)
      else if (hasMoved && bench.edit.get()?.row.id === selected) reveal()
    }
    const reveal = () => {
      const selected = selection.get()
      if (selected !== undefined) requestAnimationFrame(() => list.current?.reveal(selected))
    }
    keep()
    const stop = [store.watch(keep), selection.watch(reveal)]
    return () => stop.forEach((end) => end())
  }, [bench, tab, list])
}

/** The cursor goes along from the list of one tab to that of the next; a mouse that chose the tab keeps it there. */
export function useFocusKeeper(tab: Tab, list: RefObject<RowsHandle>): void {
  const before = useRef(tab)
  useEffect(() => {
    if (before.current !== tab && document.activeElement === document.body) list.current?.focus()
    before.current = tab
  }, [tab, list])
}
