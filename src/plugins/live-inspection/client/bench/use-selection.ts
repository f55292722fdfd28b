import { useEffect, useRef, type RefObject } from 'react'
import type { RowsHandle } from '../table/VirtualRows.tsx'
import { useBench } from '../state/bench-context.ts'
import type { Tab } from '../state/at-hand.ts'

/**
 * Chooses the first row when a list opens or is read under new filters, or when an empty list gets a row; never while a row is
 * already chosen. Scrolls to the chosen row.
 */
export function useSelectionKeeper(tab: Tab, list: RefObject<RowsHandle>): void {
  const bench = useBench()
  useEffect(() => {
    const store = bench[tab]
    const selection = bench.selection[tab]
    let question: number | undefined
    let wasEmpty = false
    const chooseFirst = () => {
      const view = store.view()
      const isNew = view.question !== question || wasEmpty
      question = view.question
      wasEmpty = view.ids.length === 0
      if (isNew && store.shown(selection.get() ?? '') === undefined) selection.set(view.ids[0])
    }
    const reveal = () => {
      const selected = selection.get()
      if (selected !== undefined) requestAnimationFrame(() => list.current?.reveal(selected))
    }
    chooseFirst()
    const stop = [store.watch(chooseFirst), selection.watch(reveal)]
    return () => stop.forEach((end) => end())
  }, [bench, tab, list])
}

/** The cursor moves along from the list of one tab to that of the next; if the tab was chosen by mouse, it stays on the tab. */
export function useFocusKeeper(tab: Tab, list: RefObject<RowsHandle>): void {
  const before = useRef(tab)
  useEffect(() => {
    if (before.current !== tab && document.activeElement === document.body) list.current?.focus()
    before.current = tab
  }, [tab, list])
}
