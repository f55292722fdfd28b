import { useCallback, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { ListModel } from './list-model.ts'
import { readState, reduceList, writeState, type Filters, type ListChange, type ListState } from './list-state.ts'

export type ChangeList = (change: ListChange) => void

/**
 * A screen's list lives in the address, both ways. A page that is kept alive behind another one keeps the state it had:
 * the address then belongs to the other page.
 */
function useUrlListState(model: ListModel, defaults: Filters): [ListState, ChangeList] {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const home = useRef(pathname)
  const kept = useRef(search)
  if (pathname === home.current) kept.current = search
  const shown = kept.current
  const state = useMemo(() => readState(shown, model, defaults), [shown, model, defaults])
  const change = useCallback<ChangeList>(
    (next) => setSearch((now) => writeState(reduceList(readState(now, model, defaults), next, model), model, defaults)),
    [setSearch, model, defaults],
  )
  return [state, change]
}

/** The same for a list in a drawer, a dialog or an expanded row, which has no address of its own. */
function useOwnListState(model: ListModel, defaults: Filters): [ListState, ChangeList] {
  const [changed, setState] = useState<ListState>()
  const state = useMemo(() => changed ?? readState(new URLSearchParams(), model, defaults), [changed, model, defaults])
  const change = useCallback<ChangeList>(
    (next) => setState((now) => reduceList(now ?? readState(new URLSearchParams(), model, defaults), next, model)),
    [model, defaults],
  )
  return [state, change]
}

/** The state of a list where it stands. A list never moves between a page and a dialog, so either half stays unused. */
export function useListState(place: 'page' | 'inside', model: ListModel, defaults: Filters): [ListState, ChangeList] {
  const inUrl = useUrlListState(model, defaults)
  const own = useOwnListState(model, defaults)
  return place === 'page' ? inUrl : own
}
