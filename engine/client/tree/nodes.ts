import type { WireRow } from '../../schema/index.ts'
import { childrenOf, flatten } from '../model/nodes.ts'

/** A node of the tree: a row with what the server says of its place. */
export interface TreeNode extends WireRow {
  readonly key: string
  readonly title: string
  readonly parentId: string
  readonly isLeaf: boolean
  readonly children?: readonly TreeNode[]
}

/** What is known of a node wherever it is chosen. */
export type NamedNode = Pick<TreeNode, 'key' | 'title'>

const isNode = (row: WireRow): row is TreeNode => typeof row.key === 'string'

/** The nodes right below a node. */
export const childNodes = (node: TreeNode): TreeNode[] => childrenOf(node).filter(isNode)

/** All nodes in one flat list. */
export const allNodes = (nodes: readonly TreeNode[]): TreeNode[] => flatten(nodes).filter(isNode)

/** The keys of all nodes. */
export const nodeKeys = (nodes: readonly TreeNode[]): string[] => allNodes(nodes).map(({ key }) => key)

/** Nodes whose title contains the words, with everything above and below them. */
export function matching(nodes: readonly TreeNode[], words: string): TreeNode[] {
  const wanted = words.trim().toLowerCase()
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(wanted)) return [node]
    const children = matching(childNodes(node), words)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** The keys of the nodes above a node, outermost first. */
export function keysAbove(nodes: readonly TreeNode[], key: string): string[] {
  for (const node of nodes) {
    if (node.key === key) return []
    const children = childNodes(node)
    if (allNodes(children).some((one) => one.key === key)) return [node.key, ...keysAbove(children, key)]
  }
  return []
}
