import type { StoredNode } from './stored-node.ts'

/** A tree deeper than this contains a cycle. */
const DEEPEST = 20

/** What a node grants somebody: what it stands for, nothing, or nothing as long as it or a node above it is switched off. */
export type NodeStanding = 'granted' | 'lacked' | { readonly offAt: StoredNode }

/** The nodes that are not in effect, by id, each with the node that is switched off: itself or one above it. */
export function switchedOff(nodes: readonly StoredNode[]): ReadonlyMap<string, StoredNode> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const offAt = (node: StoredNode | undefined, depth = 0): StoredNode | undefined =>
    node && (node.status !== '1' || depth >= DEEPEST ? node : offAt(byId.get(node.parentId), depth + 1))
  return new Map(
    nodes.flatMap((node) => {
      const off = offAt(node)
      return off ? [[node.id, off] as const] : []
    }),
  )
}

/** Decides, for rights and for their explanation alike, what a node grants people to whom these nodes were granted. */
export function standingOf({ id }: StoredNode, granted: ReadonlySet<string>, off: ReadonlyMap<string, StoredNode>): NodeStanding {
  if (!granted.has(id)) return 'lacked'
  const offAt = off.get(id)
  return offAt ? { offAt } : 'granted'
}
