import { useMemo } from 'react'
import useSWRImmutable from 'swr/immutable'
import type { AnyEntity, Fields } from '../../schema/index.ts'
import { useSession } from '../session.tsx'
import type { ListFilter, ListModel } from './list-model.ts'
import { isBlank, type Filters } from './list-state.ts'
import { needsResolving, resolveFilters } from './resolve-filters.ts'

export interface ListFilters {
  readonly filters: readonly ListFilter[]
  /** Fields with `via` filters looked through. */
  readonly fields: Fields
  /** What is chosen at first. */
  readonly defaults: Filters
  readonly ready: boolean
}
const none: Filters = {}

/** The filters that a list shows (not those that its place fixes), what they look like and what they are at first. */
export function useListFilters(entity: AnyEntity, model: ListModel, fixed: Filters): ListFilters {
  const { loadEntity } = useSession()
  const filters = useMemo(() => model.filters.filter((filter) => isBlank(fixed[filter.key])), [model, fixed])
  const waits = needsResolving(filters)
  const key = waits ? ['filters', entity.name, ...filters.map((filter) => filter.key)] : null
  const { data } = useSWRImmutable(key, () => resolveFilters(entity, filters, loadEntity))
  return { filters, fields: data?.fields ?? entity.fields, defaults: data?.defaults ?? none, ready: Boolean(data) || !waits }
}
