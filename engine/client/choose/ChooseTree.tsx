import { Flex, Skeleton } from 'antd'
import { useMemo, useSyncExternalStore } from 'react'
import type { WireRow } from '../../schema/index.ts'
import { ListStates } from '../list/rows/ListStates.tsx'
import type { SelectionStore } from '../list/rows/selection.ts'
import { allNodes, type NamedNode } from '../tree/nodes.ts'
import { NodeTree, type Ticks } from '../tree/NodeTree.tsx'
import { TreeOperations } from '../tree/TreeOperations.tsx'
import { useTreeNodes } from '../tree/use-tree-nodes.ts'
import { useTreeState } from '../tree/use-tree-state.ts'
import type { Choosing } from './choosing.ts'
import { treeLook } from './tree-look.ts'

interface Props {
  readonly choosing: Choosing
  readonly lazy: true | undefined
  readonly selection: SelectionStore
}

/** The tree itself to choose in: one node, or several by their boxes. */
export function ChooseTree({ choosing: { entity, field, several }, lazy, selection }: Props) {
  const look = useMemo(() => treeLook(entity, lazy), [entity, lazy])
  const tree = useTreeNodes(entity, 'choose', look)
  const chosen = useSyncExternalStore(selection.listen, selection.current)
  const [first] = chosen.keys()
  const state = useTreeState({ nodes: tree.nodes, chosen: first, lazy: lazy === true, open: tree.open })
  const byKey = useMemo(() => new Map(allNodes(tree.nodes).map((node) => [node.key, node])), [tree.nodes])
  const rowOf = ({ key, title }: NamedNode): WireRow => byKey.get(key) ?? { [field.show]: title }
  /** Only nodes of this tree are ticked here; whatever else is chosen stays chosen. */
  const tick = (keys: readonly string[]) => {
    const wanted = new Set(keys)
    const [on, off] = [new Map<string, WireRow>(), new Map<string, WireRow>()]
    for (const [key, node] of byKey) (wanted.has(key) ? on : off).set(key, node)
    selection.change({ to: 'page', rows: off, on: false })
    selection.change({ to: 'page', rows: on, on: true })
  }
  const ticks: Ticks = { keys: [...chosen.keys()].filter((key) => byKey.has(key)), linked: state.ticks.linked, change: tick }
  const choose = (node: NamedNode) => selection.change({ to: several ? 'toggle' : 'only', id: node.key, row: rowOf(node) })
  if (tree.error && !tree.isLoaded) return <ListStates error={tree.error} loading={false} retry={tree.retry} />
  if (!tree.isLoaded) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  return (
    <Flex vertical gap={8} align="stretch">
      {several && !lazy && (
        <div>
          <TreeOperations tree={{ ...state.handling, tick: (all) => tick(all ? [...byKey.keys()] : []) }} />
        </div>
      )}
      <div className="engine-choose-tree">
        <NodeTree
          entity={entity}
          page={look}
          nodes={tree.nodes}
          chosen={several ? undefined : first}
          expanded={state.expanded}
          ticks={several ? ticks : undefined}
          choose={choose}
          expand={state.expand}
        />
      </div>
    </Flex>
  )
}
