import { Flex, Skeleton } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import type { AnyEntity, TreePageSpec } from '../../schema/index.ts'
import { useCurrentUser } from '../../browser/current-user.ts'
import { canDo, canSee } from '../access.ts'
import { ListStates } from '../list/rows/ListStates.tsx'
import { useReload } from '../list/state/use-list-rows.ts'
import type { Dialog } from '../model/dialog.ts'
import type { Filters } from '../model/list-state.ts'
import { Ground } from '../parts/Ground.tsx'
import { ListDialogs } from '../screen/EntityList.tsx'
import { allNodes, type TreeNode } from '../tree/nodes.ts'
import { NodeTree, type NodeAction } from '../tree/NodeTree.tsx'
import { NodeTabs, NoNode, useSeenTabs } from './NodeTabs.tsx'
import { TreeButtons } from './TreeButtons.tsx'
import { useTreeActs } from './use-tree-acts.ts'
import { useTreeCall } from './use-tree-call.ts'
import { useTreeState } from '../tree/use-tree-state.ts'
import { useTreeNodes } from '../tree/use-tree-nodes.ts'
import { useChosen } from './use-chosen.ts'
import './tree-page.css'

interface Props {
  readonly entity: AnyEntity
  readonly name: string
  readonly page: TreePageSpec
}

interface Opened {
  readonly dialog: Dialog
  /** What a new row starts with. */
  readonly filters: Filters
}

/** The whole state of a page with a tree. */
function useTreePage({ entity, name, page }: Props) {
  const { permissions } = useCurrentUser()
  const tree = useTreeNodes(entity, name, page)
  const chosen = useChosen()
  const state = useTreeState({ nodes: tree.nodes, chosen: chosen.node, lazy: page.lazy === true, open: tree.open })
  const reload = useReload(entity)
  const [opened, open] = useState<Opened>()
  const { node, choose } = chosen
  const onGone = useCallback((keys: readonly string[]) => node !== undefined && keys.includes(node) && choose(undefined), [node, choose])
  const acts = useTreeActs({ entity, edits: page.edits, reload, onGone })
  const byKey = useMemo(() => new Map(allNodes(tree.nodes).map((one) => [one.key, one])), [tree.nodes])
  const addBelow = (parent: string | undefined) => {
    const key = entity.tree?.parent
    open({ dialog: { show: 'add' }, filters: parent !== undefined && key !== undefined ? { [key]: parent } : {} })
    if (parent !== undefined) state.expand([...state.expanded, parent])
  }
  const can = (verb: Parameters<typeof canDo>[1]) => page.edits !== undefined && canDo(entity, verb, permissions)
  const sees = canSee(entity.name, permissions)
  return { tree, chosen, state, reload, opened, open, acts, byKey, addBelow, can, sees }
}
type TreePageState = ReturnType<typeof useTreePage>

/** What a right click on a node offers. */
function actionsOf({ can, acts, addBelow }: TreePageState): NodeAction[] {
  const add: NodeAction = { key: 'add', label: '添加', act: (node) => addBelow(node.key) }
  const remove: NodeAction = { key: 'delete', label: '删除', act: (node: TreeNode) => acts.removeOne(node) }
  const offered = [...(can('add') ? [add] : []), ...(can('delete') ? [remove] : [])]
  return offered.length > 0 ? [...offered, { key: 'cancel', label: '取消', act: () => undefined }] : []
}

function Beside({ entity, page, of }: Omit<Props, 'name'> & { readonly of: TreePageState }) {
  const { chosen, byKey, acts, sees, tree } = of
  const tabs = useSeenTabs(page)
  const needs = page.edits?.needsNode
  if (tabs.length === 0) return <NoNode sentence="没有权限，请联系管理员授权" />
  const row = chosen.node === undefined ? undefined : byKey.get(chosen.node)
  // Whoever may not look at rows has those of the tree alone, and no other is chosen, whatever the address says.
  if (chosen.node === undefined || (!sees && tree.isLoaded && !row)) {
    const save = needs !== undefined && of.can('edit') ? () => acts.warn(needs) : undefined
    return <NoNode sentence={page.choose ?? needs ?? `请选择${entity.title}`} save={save} />
  }
  const known = sees && page.nodes === undefined ? undefined : row
  const shown = { tabs, node: chosen.node, tab: chosen.tab, known, whole: sees }
  return <NodeTabs key={chosen.node} entity={entity} title={page.title} {...shown} show={chosen.show} />
}

/** What is said instead of a page that is not for this person, or whose tree stays empty. */
function insteadOf({ only, empty, edits }: TreePageSpec, { isLoaded, message, nodes }: TreePageState['tree']): string | undefined {
  if (!isLoaded) return undefined
  if (only && message !== only.message) return only.otherwise
  return !edits && nodes.length === 0 ? empty : undefined
}

/** The tree of an entity and, beside it, what belongs to the chosen node. */
export function TreePage({ entity, name, page }: Props) {
  const of = useTreePage({ entity, name, page })
  const { tree, chosen, state, reload, opened, open, acts, addBelow, can } = of
  const run = useTreeCall(entity, reload)
  const { edits } = page
  const instead = insteadOf(page, tree)
  if (tree.error && !tree.isLoaded) return <ListStates error={tree.error} loading={false} retry={tree.retry} />
  if (instead !== undefined) {
    return (
      <Ground>
        <NoNode sentence={instead} />
      </Ground>
    )
  }
  return (
    <Flex vertical gap={12}>
      {edits && (
        <Ground>
          <TreeButtons
            entity={entity}
            edits={edits}
            more={page.buttons}
            tree={state.handling}
            add={() => addBelow(undefined)}
            addBelow={() => (chosen.node === undefined ? acts.warn(edits.needsParent) : addBelow(chosen.node))}
            bring={() => open({ dialog: { show: 'import' }, filters: {} })}
            run={run}
            removeTicked={() => acts.removeTicked(state.ticks.keys)}
          />
        </Ground>
      )}
      <div className="engine-tree-page">
        <div className="engine-tree-page-tree">
          <Ground>
            {tree.isLoaded ? (
              <NodeTree
                entity={entity}
                page={page}
                nodes={tree.nodes}
                chosen={chosen.node}
                expanded={state.expanded}
                ticks={can('deleteBatch') ? state.ticks : undefined}
                actions={actionsOf(of)}
                choose={({ key }) => chosen.choose(key)}
                expand={state.expand}
                move={can('edit') ? acts.move : undefined}
              />
            ) : (
              <Skeleton active title={false} paragraph={{ rows: 8 }} />
            )}
          </Ground>
        </div>
        <div className="engine-tree-page-node">
          <Ground>
            <Beside entity={entity} page={page} of={of} />
          </Ground>
        </div>
      </div>
      <ListDialogs entity={entity} dialog={opened?.dialog} filters={opened?.filters ?? {}} reload={reload} close={() => open(undefined)} />
    </Flex>
  )
}
