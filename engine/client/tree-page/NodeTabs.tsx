import { Button, Empty, Flex, Skeleton, Tabs } from 'antd'
import { useState, type ReactNode } from 'react'
import type { AnyEntity, NodeTab, TreePageSpec, WireRow } from '../../schema/index.ts'
import { useCurrentUser } from '../../browser/current-user.ts'
import { useEntity } from '../../browser/use-entity.ts'
import { canDo, canSee } from '../access.ts'
import { RowForm } from '../form/RowForm.tsx'
import { ListStates } from '../list/rows/ListStates.tsx'
import { useReload } from '../list/state/use-list-rows.ts'
import { idOf } from '../model/list-model.ts'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import { Panel } from '../parts/Panel.tsx'
import { singleClick } from '../parts/single-click.ts'
import { RecordFields } from '../record/RecordFields.tsx'
import { useRecord } from '../record/use-record.ts'
import { ChildList, EntityList } from '../screen/EntityList.tsx'

interface NodeProps {
  readonly entity: AnyEntity
  readonly row: WireRow
}

/** The form begins again after a save, and when the user takes back what was typed. */
function NodeForm({ entity, row }: NodeProps) {
  const [begun, begin] = useState(0)
  const reload = useReload(entity)
  return <RowForm key={begun} entity={entity} row={row} restart={() => begin((count) => count + 1)} onSaved={reload} />
}

/** Rows of another entity that belong to the node. */
function NodeRows({ row, tab, node }: { row: WireRow; node: string; tab: Extract<NodeTab, { shows: 'rows' }> }) {
  const { entity, error, retry } = useEntity(tab.entity)
  if (error) return <LoadFailed error={error} retry={retry} />
  if (!entity) return <Skeleton active />
  const value = tab.from === undefined ? node : String(row[tab.from] ?? '')
  return <EntityList key={value} entity={entity} listName={tab.list} place="inside" fixed={{ [tab.by]: value }} />
}

/** What a child of the entity shows of the node. */
function NodeChild({ entity, row, name }: NodeProps & { readonly name: string }) {
  const reload = useReload(entity)
  const child = entity.children?.find((one) => one.entity === name)
  return child && <ChildList parent={entity} child={child} row={row} reload={reload} />
}

function Shown({ entity, row, tab }: NodeProps & { readonly tab: NodeTab }) {
  const reload = useReload(entity)
  const id = idOf(entity, row)
  switch (tab.shows) {
    case 'form':
      return <NodeForm entity={entity} row={row} />
    case 'fields':
      return <RecordFields entity={entity} row={row} only={tab.fields} />
    case 'rows':
      return <NodeRows row={row} node={id} tab={tab} />
    case 'child':
      return <NodeChild entity={entity} row={row} name={tab.child} />
    case 'panel':
      return <Panel name={tab.panel} entity={entity} filters={{}} row={row} reload={reload} close={() => undefined} />
  }
}

interface Props {
  readonly entity: AnyEntity
  /** The name of the page. */
  readonly title: string
  readonly tabs: readonly NodeTab[]
  /** The key of the chosen node, and the tab that is shown of it. */
  readonly node: string
  readonly tab: string | null
  /** The node's row as the tree has it, until the server has answered it whole, which it does to people who may look at rows. */
  readonly known: WireRow | undefined
  readonly whole: boolean
  show(tab: string): void
}

/** Of the tabs of a page, those with something that the user may see. */
export function useSeenTabs({ tabs }: TreePageSpec): NodeTab[] {
  const { permissions } = useCurrentUser()
  return tabs.filter((tab) => {
    const entity = tab.shows === 'rows' ? tab.entity : tab.shows === 'child' ? tab.child : undefined
    return entity === undefined || canSee(entity, permissions)
  })
}

/** A node that the user may not change is shown as text. */
function useReadable(entity: AnyEntity, tab: NodeTab): NodeTab {
  const { permissions } = useCurrentUser()
  return tab.shows === 'form' && !canDo(entity, 'edit', permissions) ? { label: tab.label, shows: 'fields' } : tab
}

function Tab(props: NodeProps & { readonly tab: NodeTab }) {
  return <Shown {...props} tab={useReadable(props.entity, props.tab)} />
}

/** What belongs to the chosen node: each part on a tab, a single one that is named like its page without. */
export function NodeTabs({ entity, title, tabs, node, tab, known, whole, show }: Props) {
  const { row = known, trouble, error, retry } = useRecord(entity, whole ? node : undefined)
  if (trouble && !known) return <ListStates error={error} loading={false} retry={retry} />
  if (!row) return <Skeleton active paragraph={{ rows: 8 }} />
  const [first] = tabs
  if (tabs.length === 1 && first?.label === title) return <Tab key={node} entity={entity} row={row} tab={first} />
  const active = tabs.find(({ label }) => label === tab) ?? first
  return (
    <Tabs
      activeKey={active?.label}
      destroyOnHidden
      onChange={show}
      items={tabs.map((one) => ({ key: one.label, label: one.label, children: <Tab key={node} entity={entity} row={row} tab={one} /> }))}
    />
  )
}

/** What is shown while no node is chosen. */
export function NoNode({ sentence, save }: { readonly sentence: string; save?(): void }): ReactNode {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={sentence}>
      {save && (
        <Flex justify="center">
          <Button onClick={singleClick(save)}>保存</Button>
        </Flex>
      )}
    </Empty>
  )
}
