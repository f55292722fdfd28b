import { Card, Flex } from 'antd'
import type { WireRow } from '../../schema/index.ts'
import { ChildList } from '../dialogs/ChildList.tsx'
import { Panel } from '../dialogs/Panel.tsx'
import { FilterBar } from '../filter/FilterBar.tsx'
import { EntityTable } from './EntityTable.tsx'
import { ListDialogs } from './ListDialogs.tsx'
import type { EntityListProps } from './list-props.ts'
import { ListToolbar } from './ListToolbar.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { useWholeList, type WholeList } from './useWholeList.ts'

/** The rows of a list, each unfolding what belongs to it where the schema says so. */
function Rows({ place: { entity, place, pick }, list }: { readonly place: EntityListProps; readonly list: WholeList }) {
  const expand = pick ? undefined : entity.children?.find((child) => child.shown === 'expand')
  return (
    <EntityTable
      entity={entity}
      model={list.model}
      columns={list.columns}
      preferences={list.preferences}
      data={list.data}
      state={list.state}
      change={list.change}
      actions={list.actions}
      run={list.run}
      selection={list.selectable ? list.selection : undefined}
      single={pick?.single}
      fit={place === 'page'}
      expanded={expand && ((row: WireRow) => <ChildList parent={entity} child={expand} row={row} List={EntityList} reload={list.reload} />)}
      onResize={list.onResize}
    />
  )
}

/** One list of an entity with everything around it: filters, buttons, table and what they open. */
export function EntityList(props: EntityListProps) {
  const { entity, place, pick, room } = props
  const list = useWholeList(props)
  const onPage = place === 'page'
  const bar = list.bar.filters.length > 0 && <FilterBar {...list.bar} narrow={!onPage} />
  const content = (
    <Flex vertical gap={12}>
      {!pick && <ListToolbar place={props} list={list} />}
      {pick && !pick.single && <SelectionBar store={list.selection} />}
      <Rows place={props} list={list} />
    </Flex>
  )
  return (
    <Flex vertical gap={onPage ? 12 : 16}>
      {bar && (onPage ? <Card size="small">{bar}</Card> : bar)}
      {list.model.panel && onPage && (
        <Panel name={list.model.panel} entity={entity} filters={list.all} reload={list.reload} close={() => undefined} />
      )}
      {onPage ? <Card size="small">{content}</Card> : content}
      <ListDialogs
        entity={entity}
        dialog={list.dialog}
        filters={list.all}
        room={room}
        List={EntityList}
        reload={list.reload}
        close={list.close}
      />
    </Flex>
  )
}
