import { Flex } from 'antd'
import { Suspense, type ReactNode } from 'react'
import type { WireRow } from '../../schema/index.ts'
import { FilterBar } from '../filter/FilterBar.tsx'
import { PhoneFilters } from '../filter/PhoneFilters.tsx'
import { Ground } from '../parts/Ground.tsx'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { Panel } from '../parts/Panel.tsx'
import { usePhone } from '../parts/use-phone.ts'
import { EditConflictDialog } from './row-edit/EditConflictDialog.tsx'
import { RowsView } from './RowsView.tsx'
import { SelectionBar } from './rows/SelectionBar.tsx'
import type { EntityListState } from './state/use-entity-list.ts'
import { ListToolbar } from './toolbar/ListToolbar.tsx'
// The style of a telephone comes with the list, not with its cards: the toolbar has its height from the first picture on.
import './cards/phone.css'

/** Loaded after the list is shown, which is complete without it. */
const ListAtRest = lazyPart(
  () => import('./ListAtRest.tsx').then((file) => file.ListAtRest),
  () => null,
)

/** The filters above a list. On a telephone they are behind a button: in the toolbar, or alone if there is no toolbar. */
function Filters({ list: { bar, pick, place } }: { readonly list: EntityListState }) {
  const phone = usePhone()
  if (bar.filters.length === 0 || (phone && !pick)) return null
  if (phone) return <PhoneFilters {...bar} />
  const onPage = place === 'page'
  const shown = <FilterBar {...bar} narrow={!onPage} picks={pick !== undefined} />
  return onPage ? <Ground>{shown}</Ground> : shown
}

interface Props {
  readonly list: EntityListState
  /** What is unfolded below a row. */
  readonly expanded?: (row: WireRow) => ReactNode
}

/** The view of a list: filters, buttons and rows. */
export function ListView({ list, expanded }: Props) {
  const { entity, place, pick, model } = list
  const phone = usePhone()
  const onPage = place === 'page'
  const panel = model.panel && onPage && (
    <Panel name={model.panel} entity={entity} filters={list.all} reload={list.reload} close={() => undefined} />
  )
  const content = (
    <Flex vertical gap={12}>
      {!pick && <ListToolbar list={list} />}
      {pick && !pick.single && !pick.beside && <SelectionBar store={list.selection} />}
      <RowsView list={list} expanded={expanded} />
    </Flex>
  )
  return (
    <Flex vertical gap={onPage ? 12 : 16} className={phone ? 'engine-phone' : undefined}>
      <Filters list={list} />
      {!phone && panel}
      {onPage && !phone ? <Ground>{content}</Ground> : content}
      {phone && panel}
      {onPage && (
        <Suspense>
          <ListAtRest list={list} />
        </Suspense>
      )}
      <EditConflictDialog entity={entity} edited={list.edited} />
    </Flex>
  )
}
