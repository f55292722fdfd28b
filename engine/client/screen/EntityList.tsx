import { Flex, Skeleton } from 'antd'
import { Suspense } from 'react'
import type { WireRow } from '../../schema/index.ts'
import { Panel } from '../parts/Panel.tsx'
import { FilterBar } from '../filter/FilterBar.tsx'
import { FilterSheet } from '../filter/filter-sheet.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { MissingPart } from '../parts/Missing.tsx'
import { EntityTable } from '../list/table/EntityTable.tsx'
import { Ground } from '../parts/Ground.tsx'
import { ListDialogs } from './ListDialogs.tsx'
import type { EntityListProps } from '../list/state/list-props.ts'
import { ListToolbar } from '../list/toolbar/ListToolbar.tsx'
import { useNextSteps } from '../list/state/next-steps.ts'
import { EditConflictDialog } from '../list/row-edit/EditConflictDialog.tsx'
import { SelectionBar } from '../list/rows/SelectionBar.tsx'
import { usePhone } from '../parts/use-phone.ts'
import { useEntityList, type EntityListState } from '../list/state/use-entity-list.ts'

/** Loaded once the list stands; without it the page is printed as it is. */
const PrintedList = lazyPart(
  () => import('../list/print/PrintedList.tsx').then((file) => file.PrintedList),
  () => null,
)
/** Loaded with the first row that is unfolded. */
const ChildList = lazyPart(() => import('./ChildList.tsx').then((file) => file.ChildList), MissingPart)
/** What only a telephone shows is loaded there. */
const EntityCards = lazyPart(() => import('../list/cards/EntityCards.tsx').then((file) => file.EntityCards), MissingPart)

interface Placed {
  readonly place: EntityListProps
  readonly list: EntityListState
}

/** The rows of a list, each unfolding what belongs to it where the schema says so; on a telephone as cards. */
function Rows({ place, list }: Placed) {
  const { entity, pick } = place
  const phone = usePhone()
  const steps = useNextSteps(place, list)
  const expand = pick ? undefined : entity.children?.find((child) => child.shown === 'expand')
  const look = {
    entity,
    model: list.model,
    columns: list.columns,
    data: list.data,
    state: list.state,
    change: list.change,
    steps,
    actions: list.actions,
    run: list.run,
    selection: list.selectable ? list.selection : undefined,
    single: pick?.single,
    expanded:
      expand &&
      ((row: WireRow) => (
        <Suspense fallback={<Skeleton active />}>
          <ChildList parent={entity} child={expand} row={row} List={EntityList} reload={list.reload} />
        </Suspense>
      )),
  }
  if (phone) {
    return (
      <Suspense fallback={<Skeleton active />}>
        <EntityCards {...look} />
      </Suspense>
    )
  }
  return (
    <EntityTable
      {...look}
      edit={pick ? undefined : list.edited.edit}
      preferences={list.preferences}
      fit={place.place === 'page'}
      onResize={list.onResize}
    />
  )
}

/** The filters above a list; on a telephone they stand behind a button of its toolbar, or of its own where there is none. */
function Filters({ place, list }: Placed) {
  const phone = usePhone()
  if (list.bar.filters.length === 0 || (phone && !place.pick)) return null
  if (phone) {
    return (
      <Suspense>
        <FilterSheet {...list.bar} />
      </Suspense>
    )
  }
  const onPage = place.place === 'page'
  const bar = <FilterBar {...list.bar} narrow={!onPage} />
  return onPage ? <Ground>{bar}</Ground> : bar
}

/** One list of an entity with everything around it: filters, buttons, table and what they open. */
export function EntityList(props: EntityListProps) {
  const { entity, place, pick, room } = props
  const list = useEntityList(props)
  const phone = usePhone()
  const onPage = place === 'page'
  const panel = list.model.panel && onPage && (
    <Panel name={list.model.panel} entity={entity} filters={list.all} reload={list.reload} close={() => undefined} />
  )
  const content = (
    <Flex vertical gap={12}>
      {!pick && <ListToolbar place={props} list={list} />}
      {pick && !pick.single && <SelectionBar store={list.selection} />}
      <Rows place={props} list={list} />
    </Flex>
  )
  return (
    <Flex vertical gap={onPage ? 12 : 16} className={phone ? 'engine-phone' : undefined}>
      <Filters place={props} list={list} />
      {!phone && panel}
      {onPage && !phone ? <Ground>{content}</Ground> : content}
      {phone && panel}
      {onPage && (
        <Suspense>
          <PrintedList place={props} list={list} />
        </Suspense>
      )}
      <ListDialogs
        entity={entity}
        dialog={list.dialog}
        filters={list.all}
        room={room}
        List={EntityList}
        reload={list.reload}
        close={list.close}
      />
      <EditConflictDialog entity={entity} edited={list.edited} />
    </Flex>
  )
}
