import type { WireRow } from '../../schema/index.ts'
import type { Actor, Engine, Model } from '../contract.ts'

interface Node extends WireRow {
  key: string
  value: string
  title: string
  parentId: string
  isLeaf: boolean
  children?: Node[]
}

/** All rows of a tree entity in the actor's scope, nested; a row whose parent is out of scope becomes a root. */
export async function buildTree(engine: Engine, model: Model, actor: Actor): Promise<Node[]> {
  const tree = model.entity.tree
  if (!tree) return []
  const nodes = new Map<string, Node>()
  for await (const rows of engine.walk(
    { entity: model.name, query: tree.order ? { column: tree.order, order: 'asc' } : {}, actor },
    1000,
  )) {
    for (const row of rows) {
      const id = String(row['id'])
      nodes.set(id, {
        ...row,
        key: id,
        value: id,
        title: String(row[tree.title] ?? ''),
        parentId: String(row[tree.parent] ?? ''),
        isLeaf: true,
      })
    }
  }
  const roots: Node[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(node.parentId)
    if (!parent) roots.push(node)
    else {
      parent.isLeaf = false
      parent.children = [...(parent.children ?? []), node]
    }
  }
  return roots
}
