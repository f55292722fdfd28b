import { Card, Flex } from 'antd'
import { useCallback, useEffect, useMemo, useState } from 'react'
import useSWRImmutable from 'swr/immutable'
import type { WireRow } from '../../schema/index.ts'
import { ChildList } from '../dialogs/ChildList.tsx'
import { FilterBar } from '../filter/FilterBar.tsx'
import { useSession } from '../session.tsx'
import { filterTree, treeColumnFirst } from '../tree/filter-tree.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import type { Dialog } from './dialog.ts'
import { EntityTable } from './EntityTable.tsx'
import { filterParams, missingSentence } from './filters.ts'
import { ListDialogs } from './ListDialogs.tsx'
import { listModel } from './list-model.ts'
import type { EntityListProps } from './list-props.ts'
import { isBlank, type Filters } from './list-state.ts'
import { arrange, useListPreferences } from './preferences.ts'
import { needsResolving, resolveFilters } from './resolve-filters.ts'
import { rowActionsOf } from './row-actions.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { createSelection } from './selection.ts'
import { Toolbar } from './Toolbar.tsx'
import { useEntityList, useReload } from './useEntityList.ts'
import { useListState } from './useListState.ts'
import { useRowAction } from './useRowAction.ts'
import { useToolbar } from './useToolbar.ts'
import { canCall, canDo } from '../access.ts'

const none: Filters = {}

/** Filters looked through to what they show, and what they are at first. */
function useFilters({ entity, fixed = none }: EntityListProps, model: ReturnType<typeof listModel>) {
  const { loadEntity } = useSession()
  const filters = useMemo(() => model.filters.filter((filter) => isBlank(fixed[filter.key])), [model, fixed])
  const { data } = useSWRImmutable(needsResolving(filters) ? ['filters', entity.name, model.name] : null, () =>
    resolveFilters(entity, filters, loadEntity),
  )
  return { filters, fields: data?.fields ?? entity.fields, defaults: data?.defaults ?? none, ready: Boolean(data) || !needsResolving(filters) }
}

/** One list of an entity with everything around it: filters, buttons, table and what they open. */
export function EntityList(props: EntityListProps) {
  const { entity, listName, place, pick } = props
  const fixedKey = JSON.stringify(props.fixed ?? none)
  const fixed = useMemo<Filters>(() => JSON.parse(fixedKey), [fixedKey])
  const { permissions, user } = useSession()
  const model = useMemo(() => listModel(entity, listName), [entity, listName])
  const { filters, fields, defaults, ready } = useFilters({ ...props, fixed }, model)
  const [state, change] = useListState(place, model, defaults)
  const all = useMemo(() => ({ ...state.filters, ...fixed }), [state.filters, fixed])
  const data = useEntityList({ entity, model, state, fixed, ready })
  const [dialog, open] = useState<Dialog>()
  const reload = useReload(entity)
  const ownSelection = useMemo(createSelection, [entity, listName])
  const selection = pick?.selection ?? ownSelection
  const [preferences, prefer] = useListPreferences(`shiyan.list.${user.id}.${entity.name}.${model.name}`)
  const columns = useMemo(() => {
    const shown = arrange(model.columns, preferences).filter((column) => !preferences.hidden.includes(column.key))
    return entity.tree ? treeColumnFirst(entity, shown) : shown
  }, [model, preferences, entity])
  const actions = useMemo(() => (pick ? [] : rowActionsOf(entity, permissions)), [pick, entity, permissions])
  const run = useRowAction({ entity, open, reload })
  const acts = useToolbar({ entity, selection, filters: all, open, reload })
  const onResize = useCallback((key: string, width: number) => prefer({ widths: { ...preferences.widths, [key]: width } }), [prefer, preferences])
  const expand = entity.children?.find((child) => child.shown === 'expand')
  const isTree = Boolean(entity.tree) && model.name === 'list'
  const shownData = useMemo(
    () => (isTree && data.page ? { ...data, page: { ...data.page, records: filterTree(data.page.records, model, state.filters) } } : data),
    [isTree, data, model, state.filters],
  )
  const pages = data.page?.pages ?? 0
  useEffect(() => {
    if (pages > 0 && state.page > pages) change({ to: 'page', page: pages, size: state.size })
  }, [pages, state.page, state.size, change])

  const batch = canDo(entity, 'deleteBatch', permissions) || Object.values(entity.batchActions ?? {}).some((spec) => canCall(entity, spec.call, permissions))
  const exporting = canDo(entity, 'exportXls', permissions)
  const hasNeeded = model.needs === undefined || !isBlank(all[model.needs])
  const content = (
    <Flex vertical gap={12}>
      {!pick && (
        <Toolbar
          entity={entity}
          selection={selection}
          acts={acts}
          ready={hasNeeded}
          query={{ ...filterParams(model, all), ...fixed, column: state.sort.by, order: state.sort.order }}
          within={entity.import?.within ? { [entity.import.within]: all[entity.import.within] } : none}
          open={open}
          reload={data.reload}
          extra={<ColumnChooser columns={model.columns} preferences={preferences} change={prefer} />}
        />
      )}
      <SelectionBar store={selection} />
      <EntityTable
        entity={entity}
        model={model}
        columns={columns}
        preferences={preferences}
        data={shownData}
        state={state}
        change={change}
        actions={actions}
        run={run}
        selection={pick || batch || exporting ? selection : undefined}
        single={pick?.single}
        fit={place === 'page'}
        expanded={expand && !pick ? (row: WireRow) => <ChildList parent={entity} child={expand} row={row} List={EntityList} /> : undefined}
        onResize={onResize}
      />
    </Flex>
  )
  const bar = filters.length > 0 && (
    <FilterBar
      filters={filters}
      fields={fields}
      values={state.filters}
      defaults={defaults}
      narrow={place === 'inside'}
      onSearch={(next) => {
        change({ to: 'filters', filters: next })
        if (!missingSentence(filters, next)) data.reload()
      }}
    />
  )
  return (
    <Flex vertical gap={place === 'page' ? 12 : 16}>
      {bar && (place === 'page' ? <Card size="small">{bar}</Card> : bar)}
      {place === 'page' ? <Card size="small">{content}</Card> : content}
      <ListDialogs entity={entity} dialog={dialog} filters={all} List={EntityList} reload={reload} close={() => open(undefined)} />
    </Flex>
  )
}
