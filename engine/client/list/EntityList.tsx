import { Card, Flex } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { canCall, canDo, type Permissions } from '../access.ts'
import { ChildList } from '../dialogs/ChildList.tsx'
import { Panel } from '../dialogs/Panel.tsx'
import { FilterBar } from '../filter/FilterBar.tsx'
import { useSession } from '../session.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import type { Dialog } from './dialog.ts'
import { EntityTable } from './EntityTable.tsx'
import { filterParams, missingSentence } from './filters.ts'
import { ListDialogs } from './ListDialogs.tsx'
import { listModel, type ListModel } from './list-model.ts'
import type { EntityListProps } from './list-props.ts'
import { isBlank, type Filters } from './list-state.ts'
import { rowActionsOf } from './row-actions.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { createSelection } from './selection.ts'
import { Toolbar } from './Toolbar.tsx'
import { useEntityList, useReload } from './useEntityList.ts'
import { useListColumns } from './useListColumns.ts'
import { useListFilters } from './useListFilters.ts'
import { useListState } from './useListState.ts'
import { useRowAction } from './useRowAction.ts'
import { useToolbar } from './useToolbar.ts'

/** Is there anything that can be done with chosen rows? */
function hasUseForSelection(entity: AnyEntity, permissions: Permissions): boolean {
  if (canDo(entity, 'deleteBatch', permissions) || canDo(entity, 'exportXls', permissions)) return true
  return Object.values(entity.batchActions ?? {}).some((spec) => canCall(entity, spec.call, permissions))
}

/** A list without the columns in which all its rows are the same, for their place fixes them. */
function without(model: ListModel, fixed: Filters): ListModel {
  const columns = model.columns.filter(({ key }) => isBlank(fixed[key]))
  return columns.length === model.columns.length ? model : { ...model, columns }
}

/** The same object while its content is the same, whoever made it. */
function useSame(values: Filters | undefined): Filters {
  const key = JSON.stringify(values ?? {})
  return useMemo<Filters>(() => JSON.parse(key), [key])
}

/** One list of an entity with everything around it: filters, buttons, table and what they open. */
export function EntityList(props: EntityListProps) {
  const { entity, listName, place, pick } = props
  const { permissions } = useSession()
  const fixed = useSame(props.fixed)
  const url = pick?.url
  const whole = useMemo(() => listModel(entity, listName, url), [entity, listName, url])
  const model = useMemo(() => without(whole, fixed), [whole, fixed])
  const { filters, fields, defaults, ready } = useListFilters(entity, model, fixed)
  const [state, change] = useListState(place, model, defaults)
  const all = useMemo(() => ({ ...state.filters, ...fixed }), [state.filters, fixed])
  const data = useEntityList({ entity, model, state, fixed, ready })
  const reload = useReload(entity, props.onChange)
  const [dialog, open] = useState<Dialog>()
  const ownSelection = useMemo(() => createSelection(), [])
  const selection = pick?.selection ?? ownSelection
  const { columns, preferences, prefer, onResize } = useListColumns(entity, model)
  const actions = useMemo(() => (pick ? [] : rowActionsOf(entity, permissions)), [pick, entity, permissions])
  const run = useRowAction({ entity, open, reload })
  const acts = useToolbar({ entity, selection, filters: all, open, reload })
  const expand = pick ? undefined : entity.children?.find((child) => child.shown === 'expand')

  const pages = data.page?.pages ?? 0
  useEffect(() => {
    if (data.isCurrent && pages > 0 && state.page > pages) change({ to: 'page', page: pages, size: state.size }, { replace: true })
  }, [data.isCurrent, pages, state.page, state.size, change])
  const search = (next: Filters) => {
    change({ to: 'filters', filters: next })
    if (!missingSentence(filters, next)) data.reload()
  }

  const within = entity.import?.within
  const bar = filters.length > 0 && (
    <FilterBar
      filters={filters}
      fields={fields}
      values={state.filters}
      defaults={defaults}
      fixed={fixed}
      narrow={place === 'inside'}
      onSearch={search}
    />
  )
  const content = (
    <Flex vertical gap={12}>
      {!pick && (
        <Toolbar
          entity={entity}
          selection={selection}
          acts={acts}
          waits={data.waitingFor !== undefined}
          ready={model.needs === undefined || !isBlank(all[model.needs])}
          isFull={props.room !== undefined && props.room <= 0}
          isClosed={props.isClosed === true}
          query={{ ...filterParams(model, state.filters), ...fixed, column: state.sort.by, order: state.sort.order }}
          within={within ? { [within]: all[within] } : {}}
          open={open}
          reload={data.reload}
          extra={
            <>
              <SelectionBar store={selection} />
              <ColumnChooser columns={model.columns} preferences={preferences} change={prefer} />
            </>
          }
        />
      )}
      {pick && !pick.single && <SelectionBar store={selection} />}
      <EntityTable
        entity={entity}
        model={model}
        columns={columns}
        preferences={preferences}
        data={data}
        state={state}
        change={change}
        actions={actions}
        run={run}
        selection={pick || hasUseForSelection(entity, permissions) ? selection : undefined}
        single={pick?.single}
        fit={place === 'page'}
        expanded={expand && ((row: WireRow) => <ChildList parent={entity} child={expand} row={row} List={EntityList} reload={reload} />)}
        onResize={onResize}
      />
    </Flex>
  )
  return (
    <Flex vertical gap={place === 'page' ? 12 : 16}>
      {bar && (place === 'page' ? <Card size="small">{bar}</Card> : bar)}
      {model.panel && place === 'page' && (
        <Panel name={model.panel} entity={entity} filters={all} reload={reload} close={() => undefined} />
      )}
      {place === 'page' ? <Card size="small">{content}</Card> : content}
      <ListDialogs
        entity={entity}
        dialog={dialog}
        filters={all}
        room={props.room}
        List={EntityList}
        reload={reload}
        close={() => open((now) => (now === dialog ? undefined : now))}
      />
    </Flex>
  )
}
