import { api } from '../../browser/api.ts'
import type { AnyEntity, WireRow } from '../../schema/index.ts'

/** A row of a tree with what the server says of its place. */
export interface LevelNode extends WireRow {
  readonly key: string
  readonly isLeaf: boolean
  readonly children?: readonly LevelNode[]
}

export type Levels<N> = ReadonlyMap<string, readonly N[]>

/** The levels right below these nodes, `''` being the roots. */
export async function readLevels<N extends LevelNode>(entity: AnyEntity, parents: readonly string[]): Promise<Levels<N>> {
  const path = `${entity.endpoints.base}/tree`
  return new Map(await Promise.all(parents.map(async (pid) => [pid, await api.get<N[]>(path, { pid })] as const)))
}

/** Levels that were read one by one, put together; a level that was not read is missing below its node. */
export function joinLevels<N extends LevelNode>(levels: Levels<N>, parent = ''): N[] {
  return (levels.get(parent) ?? []).map((node) => (levels.has(node.key) ? { ...node, children: joinLevels(levels, node.key) } : node))
}

/** The joined levels as rows of a table: a node whose level is still to be read can be opened, one with nothing below it cannot. */
export function toOpenable(nodes: readonly LevelNode[]): WireRow[] {
  return nodes.map(({ children, ...node }) => {
    if (children === undefined) return node.isLeaf ? node : { ...node, children: [] }
    return children.length > 0 ? { ...node, children: toOpenable(children) } : node
  })
}
