import type { Reader } from '../../../engine/server/index.ts'
import { readNodes, type StoredNode } from './access.ts'
import { ruledNodes } from './row-rules.ts'

/** A node as the trees of other front ends read it; its title stands in `slotTitle`. */
export interface WirePermissionNode {
  readonly key: string
  readonly value: string
  readonly title: string | null
  readonly label: string
  readonly slotTitle: string
  readonly icon: string
  readonly parentId: string
  /** 1 while rules limit the rows that the node opens. */
  readonly ruleFlag: 0 | 1
  readonly isLeaf: boolean
  readonly scopedSlots: { readonly title: 'hasDatarule' }
  readonly children?: readonly WirePermissionNode[]
}

export interface PermissionTree {
  readonly treeList: readonly WirePermissionNode[]
  /** Ids of its nodes that can be chosen; the others only lead to them. */
  readonly ids: readonly string[]
}

/** Ids of these nodes and of everything above them. */
function withParents(nodes: readonly StoredNode[], ids: ReadonlySet<string>): ReadonlySet<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const kept = new Set<string>()
  for (const id of ids) for (let node = byId.get(id); node && !kept.has(node.id); node = byId.get(node.parentId)) kept.add(node.id)
  return kept
}

/**
 * The permission tree, nested; `only` limits it to some nodes and what leads to them. `titled`: the menus of a picker, whose titles stand
 * in `title`. `ruled`: the nodes whose rows rules may limit.
 */
export function permissionTree(
  nodes: readonly StoredNode[],
  asked: { only?: ReadonlySet<string>; titled?: boolean; ruled?: ReadonlySet<string> } = {},
): PermissionTree {
  const wanted = asked.only && withParents(nodes, asked.only)
  const kept = wanted ? nodes.filter((node) => wanted.has(node.id)) : nodes
  const ids = new Set(kept.map((node) => node.id))
  const byParent = Map.groupBy(kept, (node) => (ids.has(node.parentId) ? node.parentId : ''))
  const below = (parent: string): WirePermissionNode[] =>
    (byParent.get(parent) ?? []).map((node) => {
      const children = below(node.id)
      return {
        key: node.id,
        value: node.id,
        title: asked.titled ? node.name : null,
        label: node.name,
        slotTitle: node.name,
        icon: node.icon,
        parentId: node.parentId,
        ruleFlag: asked.ruled?.has(node.id) ? 1 : 0,
        isLeaf: children.length === 0,
        scopedSlots: { title: 'hasDatarule' },
        ...(children.length ? { children } : {}),
      }
    })
  const choosable = asked.only ? kept.filter((node) => asked.only?.has(node.id)) : kept
  return { treeList: below(''), ids: choosable.map((node) => node.id) }
}

/** Everything that can be granted, to choose from. */
export const wholeTree = async (db: Reader): Promise<PermissionTree> => permissionTree(await readNodes(db), { ruled: await ruledNodes(db) })
