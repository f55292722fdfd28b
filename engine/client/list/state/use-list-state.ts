import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListModel } from '../../model/list-model.ts'
import { readState, reduceList, writeState, type Filters, type ListChange, type ListState } from '../../model/list-state.ts'

/** With `replace`, the browser's Back skips the previous state. */
export type ChangeList = (change: ListChange, how?: { readonly replace: boolean }) => void

/** A screen's list reads its state from the address and writes it there. */
function useUrlListState(model: ListModel, defaults: Filters): [ListState, ChangeList] {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => readState(search, model, defaults), [search, model, defaults])
  const change = useCallback<ChangeList>(
    (next, how) =>
      setSearch((now) => {
        const search = writeState(reduceList(readState(now, model, defaults), next, model), model, defaults)
        const tab = model.tabs && now.get(model.tabs.by)
        if (model.tabs && tab) search.set(model.tabs.by, tab)
        return search
      }, how),
    [setSearch, model, defaults],
  )
  return [state, change]
}

/** The state of a list in a drawer, a dialog or an expanded row, which has no address of its own. */
function useOwnListState(model: ListModel, defaults: Filters): [ListState, ChangeList] {
  const [changed, setState] = useState<ListState>()
  const state = useMemo(() => changed ?? readState(new URLSearchParams(), model, defaults), [changed, model, defaults])
  const change = useCallback<ChangeList>(
    (next) => setState((now) => reduceList(now ?? readState(new URLSearchParams(), model, defaults), next, model)),
    [model, defaults],
  )
  return [state, change]
}

/** The state of a list at its place. A list never moves between a page and a dialog, so one of the two stays unused. */
export function useListState(place: 'page' | 'inside', model: ListModel, defaults: Filters): [ListState, ChangeList] {
  const inUrl = useUrlListState(model, defaults)
  const own = useOwnListState(model, defaults)
  return place === 'page' ? inUrl : own
}
