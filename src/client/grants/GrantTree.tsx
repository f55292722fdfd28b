import { Button, Tree, type TreeDataNode } from 'antd'
import { useMemo, useState, type MouseEvent } from 'react'
import { FingerRows, TreeOperations, useTreeNames, type TreeHandling } from '../../../engine/client/index.ts'
import { allKeys, partlyTicked, tick, type GrantNode, type Ticked } from './ticks.ts'

interface Props {
  readonly nodes: readonly GrantNode[]
  /** The nodes that can be ticked. */
  readonly choosable: Ticked
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
export function GrantTree({ nodes, choosable, ticked, disabled, change, openRules }: Props) {
  const [linked, setLinked] = useState(true)
  const { expanded, expand, all } = useExpandedNodes(nodes)
  const box = useTreeNames('权限')
  const handling: TreeHandling = {
    linked,
    link: setLinked,
    tick: (whole) => change(whole ? new Set([...ticked, ...choosable]) : new Set()),
    expand: (whole) => expand(whole ? all : []),
  }
  const treeData = useMemo(() => {
    const titleOf = (node: GrantNode) =>
      openRules && node.ruleFlag === 1 ? <RuledTitle title={node.slotTitle} open={() => openRules(node)} /> : node.slotTitle
    const drawn = (some: readonly GrantNode[]): TreeDataNode[] =>
      some.map((node) => ({
        key: node.key,
        title: titleOf(node),
        disableCheckbox: !linked && !choosable.has(node.key) && !ticked.has(node.key),
        children: drawn(node.children ?? []),
      }))
    return drawn(nodes)
  }, [nodes, choosable, ticked, linked, openRules])
  const checkedKeys = useMemo(() => ({ checked: [...ticked], halfChecked: partlyTicked(nodes, ticked) }), [nodes, ticked])
  return (
    <div className="grant-tree" ref={box}>
      <TreeOperations tree={handling} />
      <FingerRows>
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
          onCheck={(_, { node }) => change(tick(nodes, ticked, { key: String(node.key), linked, choosable }))}
        />
      </FingerRows>
    </div>
  )
}
