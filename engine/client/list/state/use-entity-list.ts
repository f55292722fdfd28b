import { useCallback, useEffect, useMemo, useState } from 'react'
import type { AnyEntity } from '../../../schema/index.ts'
import { canCall, canDo, type Permissions } from '../../access.ts'
import { useSession } from '../../session.tsx'
import type { Dialog } from '../../model/dialog.ts'
import { missingSentence } from '../../filter/filters.ts'
import { listModel, type ListColumn, type ListModel } from '../../model/list-model.ts'
import type { EntityListProps } from './list-props.ts'
import { isBlank, isGiven, type Filters } from '../../model/list-state.ts'
import { rowActionsOf } from '../rows/row-actions.ts'
import { useRowEdit } from '../row-edit/use-row-edit.ts'
import { createSelection } from '../rows/selection.ts'
import { useAddOnArrival } from './use-add-on-arrival.ts'
import { useListRows, useReload } from './use-list-rows.ts'
import { useListColumns } from './use-list-columns.ts'
import { useListFilters } from '../../filter/use-list-filters.ts'
import { useListState } from './use-list-state.ts'
import { useRowAction } from '../actions/use-row-action.ts'
import { useToolbar } from '../actions/use-toolbar.ts'

/** Is there anything that can be done with chosen rows? */
function hasUseForSelection(entity: AnyEntity, permissions: Permissions): boolean {
  if (canDo(entity, 'deleteBatch', permissions) || canDo(entity, 'exportXls', permissions)) return true
  return Object.values(entity.batchActions ?? {}).some((spec) => canCall(entity, spec.call, permissions))
}

/** A list without the columns in which all its rows are the same, for their place fixes them. */
function without(model: ListModel, fixed: Filters): ListModel {
  const free = ({ key }: ListColumn) => isBlank(fixed[key])
  const columns = model.columns.filter(free)
  const more = model.more.filter(free)
  return columns.length === model.columns.length && more.length === model.more.length ? model : { ...model, columns, more }
}

/** The same object while its content is the same, whoever made it. */
function useSame(values: Filters | undefined): Filters {
  const key = JSON.stringify(values ?? {})
  return useMemo<Filters>(() => JSON.parse(key), [key])
}

function useModel({ entity, listName, pick }: EntityListProps, fixed: Filters): ListModel {
  const url = pick?.url
  const whole = useMemo(() => listModel(entity, listName, url), [entity, listName, url])
  return useMemo(() => without(whole, fixed), [whole, fixed])
}

/** The chosen rows, where there is a use for them. */
function useSelection({ entity, pick }: EntityListProps) {
  const { permissions } = useSession()
  const own = useMemo(() => createSelection(), [])
  const selection = pick?.selection ?? own
  return { selection, selectable: pick !== undefined || hasUseForSelection(entity, permissions) }
}

/** Everything that one list is at a time: what it shows, what is asked of it, what can be done there and what it has open. */
export function useEntityList(props: EntityListProps) {
  const { entity, place, pick } = props
  const { permissions } = useSession()
  const fixed = useSame(props.fixed)
  const model = useModel(props, fixed)
  const { filters, fields, defaults, ready } = useListFilters(entity, model, fixed)
  const [state, change] = useListState(place, model, defaults)
  const all = useMemo(() => ({ ...state.filters, ...fixed }), [state.filters, fixed])
  const data = useListRows({ entity, model, state, fixed, ready })
  const reload = useReload(entity, props.onChange)
  const [dialog, open] = useState<Dialog>()
  const close = useCallback(() => open((now) => (now === dialog ? undefined : now)), [dialog])
  const chosen = useSelection(props)
  const look = useListColumns(entity, model)
  const actions = useMemo(() => (pick ? [] : rowActionsOf(entity, permissions)), [pick, entity, permissions])
  const edited = useRowEdit({ entity, model, rows: data.page?.records, reload })
  const run = useRowAction({ entity, open, reload, edit: edited.edit })
  const acts = useToolbar({ entity, selection: chosen.selection, filters: all, open, reload })
  const add = useCallback(() => open({ show: 'add' }), [])
  useAddOnArrival(place === 'page' && ready && isGiven(all, model.addNeeds) && canDo(entity, 'add', permissions), add)

  const pages = data.page?.pages ?? 0
  useEffect(() => {
    if (data.isCurrent && pages > 0 && state.page > pages) change({ to: 'page', page: pages, size: state.size }, { replace: true })
  }, [data.isCurrent, pages, state.page, state.size, change])
  const search = (next: Filters) => {
    change({ to: 'filters', filters: next })
    if (!missingSentence(filters, next)) data.reload()
  }
  return {
    model,
    fixed,
    bar: { filters, fields, values: state.filters, defaults, fixed, onSearch: search },
    all,
    state,
    change,
    data,
    reload,
    dialog,
    open,
    close,
    ...chosen,
    ...look,
    actions,
    edited,
    run,
    acts,
  }
}
export type EntityListState = ReturnType<typeof useEntityList>
