import { SearchOutlined } from '@ant-design/icons'
import { Dropdown, Empty, Input, Tree, type TreeDataNode } from 'antd'
import { useMemo, useState, type Key, type MouseEvent } from 'react'
import type { AnyEntity, TreePageSpec } from '../../schema/index.ts'
import { clearable } from '../../fields/parts/clearable.tsx'
import { useSettled } from '../../browser/use-settled.ts'
import { useTreeNames } from '../parts/use-tree-names.ts'
import { FingerRows } from './FingerRows.tsx'
import { FoundNodes } from './FoundNodes.tsx'
import { allNodes, childNodes, nodeKeys, matching, type NamedNode, type TreeNode } from './nodes.ts'

/** The ticked nodes; `linked` ticks what is below a node together with it. */
export interface Ticks {
  readonly keys: readonly string[]
  readonly linked: boolean
  change(keys: readonly string[]): void
}

/** An entry of the menu that a right click opens. */
export interface NodeAction {
  readonly key: string
  readonly label: string
  act(node: TreeNode): void
}

/** What a tree says of itself; a page with a tree says it in its schema. */
export type TreeLook = Pick<TreePageSpec, 'title' | 'search' | 'lazy' | 'empty'>

interface Props {
  readonly entity: AnyEntity
  readonly page: TreeLook
  readonly nodes: readonly TreeNode[]
  readonly chosen: string | undefined
  readonly expanded: readonly string[]
  readonly ticks?: Ticks
  readonly actions?: readonly NodeAction[]
  choose(node: NamedNode): void
  expand(keys: readonly string[]): void
  /** Set if nodes may be dragged below others. */
  move?(node: TreeNode, to: TreeNode | undefined): void
}

const PAUSE = 300
/** A longer tree draws only the nodes in sight. */
const virtualFrom = 200
const virtualHeight = 560

const drawn = (nodes: readonly TreeNode[]): TreeDataNode[] =>
  nodes.map((node) => ({ key: node.key, title: node.title, isLeaf: node.isLeaf, children: drawn(childNodes(node)) }))

const toKeys = (keys: readonly Key[]): string[] => keys.map(String)

/** The menu at the place of a right click. */
function useNodeMenu(actions: readonly NodeAction[]) {
  const [at, setAt] = useState<{ node: TreeNode; x: number; y: number }>()
  const close = () => setAt(undefined)
  const menu = at && (
    <Dropdown
      open
      trigger={['click']}
      onOpenChange={(open) => !open && close()}
      menu={{
        items: actions.map(({ key, label }) => ({ key, label })),
        onClick: ({ key }) => {
          close()
          actions.find((action) => action.key === key)?.act(at.node)
        },
      }}
    >
      <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
    </Dropdown>
  )
  const openFor = (event: MouseEvent, node: TreeNode | undefined) => {
    event.preventDefault()
    if (node && actions.length > 0) setAt({ node, x: event.clientX, y: event.clientY })
  }
  return { menu, openFor }
}

interface DrawnProps extends Omit<Props, 'entity' | 'page'> {
  readonly name: string
}

/** A tree to choose from: boxes to tick, a menu on the right click, nodes to drag. */
function DrawnTree({ name, nodes, chosen, expanded, ticks, actions = [], choose, expand, move }: DrawnProps) {
  const { menu, openFor } = useNodeMenu(actions)
  const data = useMemo(() => drawn(nodes), [nodes])
  const byKey = useMemo(() => new Map(allNodes(nodes).map((node) => [node.key, node])), [nodes])
  const box = useTreeNames(name)
  const nodeAt = (key: Key): TreeNode | undefined => byKey.get(String(key))
  return (
    <div ref={box}>
      <FingerRows>
        <Tree
          blockNode
          treeData={data}
          height={byKey.size > virtualFrom ? virtualHeight : undefined}
          selectedKeys={chosen === undefined ? [] : [chosen]}
          expandedKeys={[...expanded]}
          onExpand={(keys) => expand(toKeys(keys))}
          onSelect={(_, { node }) => choose({ key: String(node.key), title: String(node.title) })}
          checkable={ticks !== undefined}
          checkStrictly={!ticks?.linked}
          checkedKeys={[...(ticks?.keys ?? [])]}
          onCheck={(checked) => ticks?.change(toKeys(Array.isArray(checked) ? checked : checked.checked))}
          onRightClick={({ event, node }) => openFor(event, nodeAt(node.key))}
          draggable={move ? { icon: false } : false}
          onDrop={({ node, dragNode, dropToGap }) => {
            const [dragged, target] = [nodeAt(dragNode.key), nodeAt(node.key)]
            if (dragged && target) move?.(dragged, dropToGap ? nodeAt(target.parentId) : target)
          }}
        />
      </FingerRows>
      {menu}
    </div>
  )
}

/** The tree of a page with a search above it: in the nodes that are here, or by the server where they are not all here. */
export function NodeTree({ entity, page, ...tree }: Props) {
  const [words, setWords] = useState('')
  const asked = useSettled(words, PAUSE)
  const sought = page.lazy ? '' : words.trim()
  const nodes = useMemo(() => (sought === '' ? tree.nodes : matching(tree.nodes, sought)), [tree.nodes, sought])
  const content = () => {
    if (page.lazy && asked.trim() !== '') return <FoundNodes entity={entity} words={asked.trim()} choose={tree.choose} />
    if (nodes.length > 0)
      return <DrawnTree {...tree} name={page.title} nodes={nodes} expanded={sought === '' ? tree.expanded : nodeKeys(nodes)} />
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={sought === '' ? (page.empty ?? '还没有数据') : '没有符合条件的数据'} />
  }
  return (
    <>
      <Input
        allowClear={clearable}
        prefix={<SearchOutlined />}
        value={words}
        aria-label={page.search}
        placeholder={page.search}
        onChange={(event) => setWords(event.target.value)}
        style={{ marginBlockEnd: 8 }}
      />
      {content()}
    </>
  )
}
