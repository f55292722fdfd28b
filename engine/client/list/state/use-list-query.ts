import { useEffect, useMemo } from 'react'
import type { AnyEntity } from '../../../schema/index.ts'
import { missingSentence } from '../../filter/filters.ts'
import { useListFilters } from '../../filter/use-list-filters.ts'
import type { ListModel } from '../../model/list-model.ts'
import type { Filters, ListState } from '../../model/list-state.ts'
import { useListRows, type ListRows } from './use-list-rows.ts'
import { useListState, type ChangeList } from './use-list-state.ts'

interface Surroundings {
  readonly entity: AnyEntity
  readonly place: 'page' | 'inside'
  readonly model: ListModel
  readonly fixed: Filters
}

/** Turns to the last page that is left when the rows of the current one are gone. */
export function usePagesLeft({ data, state, change }: { data: ListRows; state: ListState; change: ChangeList }): void {
  const pages = data.page?.pages ?? 0
  useEffect(() => {
    if (data.isCurrent && pages > 0 && state.page > pages) change({ to: 'page', page: pages, size: state.size }, { replace: true })
  }, [data.isCurrent, pages, state.page, state.size, change])
}

/** A list's query, with its filters, sort and page, and the rows that answer it. */
export function useListQuery({ entity, place, model, fixed }: Surroundings) {
  const { filters, fields, defaults, ready } = useListFilters(entity, model, fixed)
  const [state, change] = useListState(place, model, defaults)
  const all = useMemo(() => ({ ...state.filters, ...fixed }), [state.filters, fixed])
  const data = useListRows({ entity, model, state, fixed, ready })
  usePagesLeft({ data, state, change })
  const onSearch = (next: Filters) => {
    change({ to: 'filters', filters: next })
    if (!missingSentence(filters, next)) data.reload()
  }
  return { bar: { filters, fields, values: state.filters, defaults, fixed, onSearch }, all, state, change, data, ready }
}
