import { Alert, Flex, Skeleton, Spin } from 'antd'
import { Suspense, useEffect } from 'react'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { ListView } from '../list/ListView.tsx'
import type { EntityListProps } from '../list/state/list-props.ts'
import { useEntityList } from '../list/state/use-entity-list.ts'
import type { Dialog } from '../model/dialog.ts'
import type { Filters } from '../model/list-state.ts'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingPart, MissingWindow } from '../../browser/Missing.tsx'
import { Panel } from '../parts/Panel.tsx'
import { useChildRows, type ChildPlace } from './use-child-rows.ts'

// A list opens the child rows of one of its rows, which are a list too: the three components share a file because they use each other.

const loadDialog = () => import('../dialogs/ListDialog.tsx').then((file) => file.ListDialog)
const ListDialog = lazyPart(loadDialog, MissingWindow)
const UnfoldedFields = lazyPart(() => import('./UnfoldedFields.tsx').then((file) => file.UnfoldedFields), MissingPart)

/** The rows of a child entity that belong to one row of its parent. */
export function ChildList({ reload, ...place }: ChildPlace & { reload(): void }) {
  const { child, row } = place
  const { entity, error, fixed, room, closed } = useChildRows(place)
  if (error) return <Alert type="warning" message={error.message} showIcon />
  if (!entity) return <Skeleton active />
  if (child.panel) return <Panel name={child.panel} entity={entity} filters={fixed} row={row} reload={reload} close={() => undefined} />
  return (
    <Flex vertical gap={12}>
      {closed && <Alert type="info" message={closed} showIcon />}
      <EntityList
        entity={entity}
        listName={child.list}
        place="inside"
        fixed={fixed}
        room={room}
        isClosed={closed !== undefined}
        onChange={child.addWhile ? reload : undefined}
      />
    </Flex>
  )
}

interface DialogsProps {
  readonly entity: AnyEntity
  readonly dialog: Dialog | undefined
  readonly filters: Filters
  /** How many more rows may be added; undefined if there is no limit. */
  readonly room?: number
  readonly reload: () => void
  close(): void
}

/** The window that a list has open. */
export function ListDialogs({ dialog, ...rest }: DialogsProps) {
  if (!dialog) return null
  const { entity, reload } = rest
  return (
    <Suspense fallback={<Spin fullscreen />}>
      <ListDialog dialog={dialog} {...rest}>
        {dialog.show === 'children' && <ChildList parent={entity} child={dialog.child} row={dialog.row} reload={reload} />}
      </ListDialog>
    </Suspense>
  )
}

/** One list of an entity with everything around it: filters, buttons, rows that unfold what belongs to them, and what they open. */
export function EntityList(props: EntityListProps) {
  const list = useEntityList(props)
  const { entity, dialog, all, room, reload, close } = list
  const isShown = list.data.isCurrent
  // The first window waits for nothing that could have come before; what fails here is asked for again there.
  useEffect(() => {
    if (isShown) loadDialog().catch(() => undefined)
  }, [isShown])
  const child = entity.children?.find(({ shown }) => shown === 'expand')
  const { unfolds } = list.model
  const expanded = child
    ? (row: WireRow) => <ChildList parent={entity} child={child} row={row} reload={reload} />
    : unfolds.length > 0
      ? (row: WireRow) => <UnfoldedFields fields={unfolds} row={row} />
      : undefined
  return (
    <>
      <ListView list={list} expanded={expanded} />
      <ListDialogs entity={entity} dialog={dialog} filters={all} room={room} reload={reload} close={close} />
    </>
  )
}
