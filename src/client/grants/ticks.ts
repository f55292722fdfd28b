/** A node of the permission tree. */
export interface GrantNode {
  readonly key: string
  readonly slotTitle: string
  /** 1 if rules can limit the rows that the node opens. */
  readonly ruleFlag: 0 | 1
  readonly children?: readonly GrantNode[]
}

export type Ticked = ReadonlySet<string>

/** The keys of all nodes of a tree, or of what is below a node. */
export const allKeys = (nodes: readonly GrantNode[] = []): string[] => nodes.flatMap(({ key, children }) => [key, ...allKeys(children)])

/** The node and those above it, outermost first. */
function wayTo(nodes: readonly GrantNode[], key: string): GrantNode[] {
  for (const node of nodes) {
    if (node.key === key) return [node]
    const below = wayTo(node.children ?? [], key)
    if (below.length) return [node, ...below]
  }
  return []
}

interface Tick {
  readonly key: string
  /** The nodes that can be ticked; the others only lead to them. */
  readonly choosable: Ticked
  /** Whether a node takes what is below it along, and needs what is above it. */
  readonly linked: boolean
}

/**
 * The ticked nodes after a click on one. Linked, it is ticked with everything below it and the way to it; otherwise alone. One that only
 * leads to others stands for these.
 */
export function tick(nodes: readonly GrantNode[], ticked: Ticked, { key, choosable, linked }: Tick): Ticked {
  const way = wayTo(nodes, key)
  const meant = [key, ...(linked ? allKeys(way.at(-1)?.children) : [])]
  const chosen = meant.filter((one) => choosable.has(one))
  if (ticked.has(key) || (!choosable.has(key) && chosen.every((one) => ticked.has(one))))
    return new Set([...ticked].filter((one) => !meant.includes(one)))
  const above = linked ? way.map((node) => node.key).filter((one) => choosable.has(one)) : []
  return new Set([...ticked, ...above, ...chosen])
}

/** Nodes that are not ticked although something below them is. */
export function partlyTicked(nodes: readonly GrantNode[], ticked: Ticked): string[] {
  return nodes.flatMap((node) => {
    const { key, children = [] } = node
    const isPart = !ticked.has(key) && allKeys(children).some((one) => ticked.has(one))
    return [...(isPart ? [key] : []), ...partlyTicked(children, ticked)]
  })
}
