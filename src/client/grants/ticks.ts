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
  /** Whether a node takes what is below it along, and needs what is above it. */
  readonly linked: boolean
}

/** The ticked nodes after a click on one. Linked, it is ticked with everything below it and the way to it; otherwise alone. */
export function tick(nodes: readonly GrantNode[], ticked: Ticked, { key, linked }: Tick): Ticked {
  const way = wayTo(nodes, key)
  const below = linked ? allKeys(way.at(-1)?.children) : []
  const isOn = ticked.has(key)
  const next = new Set(ticked)
  for (const one of [key, ...below]) {
    if (isOn) next.delete(one)
    else next.add(one)
  }
  if (!isOn && linked) for (const node of way) next.add(node.key)
  return next
}

/** Nodes that are not ticked although something below them is. */
export function partlyTicked(nodes: readonly GrantNode[], ticked: Ticked): string[] {
  return nodes.flatMap((node) => {
    const { key, children = [] } = node
    const isPart = !ticked.has(key) && allKeys(children).some((one) => ticked.has(one))
    return [...(isPart ? [key] : []), ...partlyTicked(children, ticked)]
  })
}
