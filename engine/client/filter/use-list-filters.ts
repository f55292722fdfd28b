import { useMemo } from 'react'
import useSWRImmutable from 'swr/immutable'
import type { AnyEntity, Fields } from '../../schema/index.ts'
import { takeAhead } from '../../browser/ahead.ts'
import { currentToken } from '../../browser/api.ts'
import { useCurrentUser } from '../../browser/current-user.ts'
import type { ListFilter, ListModel } from '../model/list-model.ts'
import { isBlank, type Filters } from '../model/list-state.ts'
import { firstFilters, needsResolving, resolveFilters } from './resolve-filters.ts'

export interface ListFilters {
  readonly filters: readonly ListFilter[]
  /** Fields with `via` filters resolved. */
  readonly fields: Fields
  /** The preselected values. */
  readonly defaults: Filters
  readonly ready: boolean
}

/** The filters that a list shows (not those fixed by its place), with their fields and initial values. */
export function useListFilters(entity: AnyEntity, model: ListModel, fixed: Filters): ListFilters {
  const { loadEntity: load, offered } = useCurrentUser()
  const filters = useMemo(() => model.filters.filter((filter) => isBlank(fixed[filter.key])), [model, fixed])
  const waits = needsResolving(filters, offered)
  const key = waits ? ['filters', entity.name, ...filters.map((filter) => filter.key)] : null
  const { data } = useSWRImmutable(key, (key) =>
    takeAhead([currentToken(), ...key], () => resolveFilters(entity, filters, { load, offered })),
  )
  const fields = data?.fields ?? entity.fields
  const defaults = useMemo(() => firstFilters({ entity, filters, resolved: data, offered }), [entity, filters, data, offered])
  return { filters, fields, defaults, ready: Boolean(data) || !waits }
}
