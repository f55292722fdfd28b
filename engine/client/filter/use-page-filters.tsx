import { useCallback, useMemo, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { AnyEntity } from '../../schema/index.ts'
import { filterParams } from './filters.ts'
import { listModel, type ListModel } from '../model/list-model.ts'
import { readState, writeState, type Filters } from '../model/list-state.ts'
import { useListFilters } from './use-list-filters.ts'
import { FilterBar } from './FilterBar.tsx'

interface PageFilters {
  readonly bar: ReactNode
  readonly values: Filters
  /** The values as the server reads them. */
  readonly params: Readonly<Record<string, string | number>>
  /** False until the preselected values are known. */
  readonly ready: boolean
}
const noFilters: Filters = {}

/** The address with new filters; its other parameters stay. */
function withFilters(now: URLSearchParams, filters: Filters, { model, defaults }: { model: ListModel; defaults: Filters }) {
  const next = writeState({ ...readState(now, model, defaults), page: 1, filters }, model, defaults)
  const own = new Set(model.filters.flatMap(({ key }) => [key, `${key}_begin`, `${key}_end`]))
  for (const [key, value] of now) if (!own.has(key) && !next.has(key)) next.set(key, value)
  return next
}

/** The filters of one of an entity's lists for a hand-written screen; their values live in the address. */
export function usePageFilters(entity: AnyEntity, list: string): PageFilters {
  const model = useMemo(() => listModel(entity, list), [entity, list])
  const { filters, fields, defaults, ready } = useListFilters(entity, model, noFilters)
  const [search, setSearch] = useSearchParams()
  const query = search.toString()
  const values = useMemo(() => readState(new URLSearchParams(query), model, defaults).filters, [query, model, defaults])
  const params = useMemo(() => filterParams(model, values), [model, values])
  const onSearch = useCallback(
    (next: Filters) => setSearch((now) => withFilters(now, next, { model, defaults })),
    [setSearch, model, defaults],
  )
  const bar = <FilterBar filters={filters} fixed={noFilters} fields={fields} values={values} defaults={defaults} onSearch={onSearch} />
  return { bar, values, params, ready }
}
