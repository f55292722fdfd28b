import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tree, type TreeDataNode } from 'antd'
import { useMemo, useState, type MouseEvent } from 'react'
import { useTreeNames } from '../../../engine/client/index.ts'
import { allKeys, partlyTicked, tick, type GrantNode, type Ticked } from './ticks.ts'

const operations = {
  link: '父子关联',
  unlink: '取消关联',
  tickAll: '全部勾选',
  tickNone: '取消全选',
  expandAll: '展开所有',
  collapseAll: '合并所有',
} as const
type Operation = keyof typeof operations
const isOperation = (key: string): key is Operation => key in operations

interface Props {
  readonly nodes: readonly GrantNode[]
  readonly ticked: Ticked
  readonly disabled?: boolean
  change(ticked: Ticked): void
  /** Opens the rules of a node, from its title. */
  openRules?(node: GrantNode): void
}

/** Which nodes stand open; at first the outermost, so that their screens are seen. */
function useExpandedNodes(nodes: readonly GrantNode[]) {
  const [expanded, expand] = useState<readonly string[]>(() => nodes.map(({ key }) => key))
  return { expanded, expand, all: useMemo(() => allKeys(nodes), [nodes]) }
}

/** What is done to the whole tree, above it. */
function TreeOperations({ linked, operate }: { readonly linked: boolean; operate(operation: Operation): void }) {
  const items = Object.entries(operations).map(([key, label]) => ({ key, label, disabled: key === (linked ? 'link' : 'unlink') }))
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => isOperation(key) && operate(key) }}>
      <Button>
        树操作 <DownOutlined />
      </Button>
    </Dropdown>
  )
}

/** The title of a node that has data rules; the tree would tick the node if it heard of the click. */
function RuledTitle({ title, open }: { readonly title: string; open(): void }) {
  const openOnly = (event: MouseEvent) => {
    event.stopPropagation()
    open()
  }
  return (
    <Button type="link" size="small" className="ruled-node" title="数据规则" onClick={openOnly}>
      {title}
    </Button>
  )
}

/** The permission tree with boxes to tick: of a role, a department, a department role. */
export function GrantTree({ nodes, ticked, disabled, change, openRules }: Props) {
  const [linked, setLinked] = useState(true)
  const { expanded, expand, all } = useExpandedNodes(nodes)
  const box = useTreeNames('权限')
  const operate = (operation: Operation): void => {
    if (operation === 'link' || operation === 'unlink') setLinked(operation === 'link')
    else if (operation === 'tickAll') change(new Set([...ticked, ...all]))
    else if (operation === 'tickNone') change(new Set())
    else expand(operation === 'expandAll' ? all : [])
  }
  const treeData = useMemo(() => {
    const titleOf = (node: GrantNode) =>
      openRules && node.ruleFlag === 1 ? <RuledTitle title={node.slotTitle} open={() => openRules(node)} /> : node.slotTitle
    const drawn = (some: readonly GrantNode[]): TreeDataNode[] =>
      some.map((node) => ({ key: node.key, title: titleOf(node), children: drawn(node.children ?? []) }))
    return drawn(nodes)
  }, [nodes, openRules])
  const checkedKeys = useMemo(() => ({ checked: [...ticked], halfChecked: partlyTicked(nodes, ticked) }), [nodes, ticked])
  return (
    <div className="grant-tree" ref={box}>
      <TreeOperations linked={linked} operate={operate} />
      <Tree
        aria-label="权限"
        checkable
        checkStrictly
        selectable={false}
        disabled={disabled}
        treeData={treeData}
        expandedKeys={[...expanded]}
        onExpand={(keys) => expand(keys.map(String))}
        checkedKeys={checkedKeys}
        onCheck={(_, { node }) => change(tick(nodes, ticked, { key: String(node.key), linked }))}
      />
    </div>
  )
}
