import { sql } from 'kysely'
import type { WireRow } from '../../schema/index.ts'
import type { Actor, Engine, Model } from '../contract.ts'
import { snakeCase } from '../model/model.ts'

/** A row of a tree as a node: its own fields, and what tree inputs of any front end read. */
interface TreeNode extends WireRow {
  key: string
  value: string
  title: string
  parentId: string
  isLeaf: boolean
  /** The same under the name that lists of other front ends read. */
  leaf: boolean
  children?: TreeNode[]
}

/** A node without the fields of its row. */
interface NamedNode {
  readonly key: string
  readonly value: string
  readonly title: string
  readonly children: NamedNode[]
}

export interface AskedTree {
  readonly engine: Engine
  readonly model: Model
  readonly actor: Actor
  /** People who may only choose among some rows see these, and of all rows no more than these fields. */
  readonly only?: { readonly ids?: ReadonlySet<string> | undefined; readonly keys: ReadonlySet<string> } | undefined
}

/** What of these rows is shown to whoever asks. */
function shownRows({ model, only }: AskedTree, rows: readonly WireRow[]): readonly WireRow[] {
  if (!only) return rows
  const { ids, keys } = only
  const isShown = (name: string): boolean => keys.has(name.replace(/_dictText$/, ''))
  return rows
    .filter((row) => ids?.has(String(row[model.id] ?? row['id'])) ?? true)
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => isShown(name))))
}

/** The most nodes that a search answers. */
const MOST_FOUND = 200

function toNode(model: Model, row: WireRow, isLeaf: boolean): TreeNode {
  const { tree } = model.entity
  const id = String(row[model.id] ?? row['id'])
  const title = tree ? String(row[tree.title] ?? '') : ''
  return { ...row, key: id, value: id, title, parentId: tree ? String(row[tree.parent] ?? '') : '', isLeaf, leaf: isLeaf }
}

/** The rows as nodes, nested in their order; a row whose parent is not among them becomes a root. */
export function nestRows(model: Model, rows: Iterable<WireRow>): TreeNode[] {
  const nodes = new Map<string, TreeNode>()
  for (const row of rows) {
    const node = toNode(model, row, true)
    nodes.set(node.key, node)
  }
  const roots: TreeNode[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(node.parentId)
    if (!parent) roots.push(node)
    else {
      parent.isLeaf = false
      parent.leaf = false
      parent.children = [...(parent.children ?? []), node]
    }
  }
  return roots
}

/** All rows of a tree entity in the actor's scope, nested; a row whose parent is out of scope becomes a root. */
export async function buildTree(asked: AskedTree): Promise<TreeNode[]> {
  const { engine, model, actor } = asked
  const { tree } = model.entity
  if (!tree) return []
  const all: WireRow[] = []
  const query = tree.order ? { column: tree.order, order: 'asc' } : {}
  for await (const rows of engine.walk({ entity: model.name, query, actor }, 1000)) all.push(...shownRows(asked, rows))
  return nestRows(model, all)
}

/** One level of a tree that was read whole, without what is below it. */
function levelOf(nodes: readonly TreeNode[], parent: string): TreeNode[] {
  const within = (some: readonly TreeNode[]): readonly TreeNode[] =>
    some.flatMap((node) => (node.key === parent ? (node.children ?? []) : within(node.children ?? [])))
  return (parent === '' ? nodes : within(nodes)).map(({ children: _below, ...node }) => node)
}

/**
 * The nodes right below one node, or the roots; nodes that have some below them are no leaves. For people who see only some of the rows,
 * a row whose parent they do not see is a root, as in the whole tree, and what they do not see stands below nothing.
 */
export async function readLevel(asked: AskedTree, parent: string): Promise<TreeNode[]> {
  const { engine, model, actor } = asked
  const { tree } = model.entity
  if (!tree) return []
  if (asked.only?.ids) return levelOf(await buildTree(asked), parent)
  const seesAll = model.entity.scope === 'none' && !actor.limits?.has(model.name)
  const seen = engine.visible(model, actor)
  const [table, id] = [sql.table(model.table), sql.ref(`t.${model.idColumn}`)]
  const above = (alias: string) => sql.ref(`${alias}.${snakeCase(tree.parent)}`)
  const isCut = seesAll ? sql`` : sql` or ${above('t')} not in (select ${id} from ${table} as t where ${seen})`
  const among = parent === '' ? sql`(${above('t')} is null or ${above('t')} = ''${isCut})` : sql`${above('t')} = ${parent}`
  const below = seesAll
    ? sql`select min(c.${sql.ref(model.idColumn)}) from ${table} as c where ${above('c')} = ${id}`
    : sql`case when ${id} in (select ${above('t')} from ${table} as t where ${seen}) then 'some' end`
  const order = tree.order ? sql`${sql.ref(`t.${snakeCase(tree.order)}`)}, ` : sql``
  const { rows } = await sql<{ id: string; below: string | null }>`select ${id} as id, (${below}) as below
    from ${table} as t where ${seen} and ${among} order by ${order}${id}`.execute(engine.db.read)
  const parents = new Set(rows.flatMap((row) => (row.below === null ? [] : [row.id])))
  const found = await engine.findMany(
    model.name,
    rows.map((row) => row.id),
    actor,
  )
  return shownRows(asked, found).map((row) => toNode(model, row, !parents.has(String(row['id']))))
}

/** These nodes and all above them, by key. */
async function withThoseAbove(asker: AskedTree, nodes: readonly TreeNode[]): Promise<Map<string, TreeNode>> {
  const { engine, model, actor } = asker
  const known = new Map<string, TreeNode>(nodes.map((node) => [node.key, node]))
  let asked = nodes.map((node) => node.parentId)
  for (;;) {
    const missing = [...new Set(asked)].filter((id) => id !== '' && !known.has(id))
    if (missing.length === 0) break
    const rows = shownRows(asker, await engine.findMany(model.name, missing, actor)).map((row) => toNode(model, row, false))
    for (const node of rows) known.set(node.key, node)
    asked = rows.map((node) => node.parentId)
  }
  return known
}

/** The nodes above the rows with these ids, each once. */
export async function nodesAbove(asked: AskedTree, ids: readonly string[]): Promise<TreeNode[]> {
  const { engine, model, actor } = asked
  const rows = shownRows(asked, await engine.findMany(model.name, ids, actor)).map((row) => toNode(model, row, true))
  const given = new Set(rows.map((node) => node.key))
  return [...(await withThoseAbove(asked, rows)).values()].filter((node) => !given.has(node.key))
}

/** The titles above each of the nodes, outermost first. */
async function titlesAbove(asked: AskedTree, nodes: readonly TreeNode[]): Promise<Map<string, string[]>> {
  const known = await withThoseAbove(asked, nodes)
  const titles = (id: string, seen: readonly string[]): string[] => {
    const node = seen.includes(id) ? undefined : known.get(id)
    return node ? [...titles(node.parentId, [...seen, id]), node.title] : []
  }
  return new Map(nodes.map((node) => [node.key, titles(node.parentId, [])]))
}

/** Nodes whose title contains the text, each with the titles of the nodes above it. */
export async function searchTree(asked: AskedTree, text: string): Promise<(TreeNode & { readonly above: string[] })[]> {
  const { engine, model, actor } = asked
  const { tree } = model.entity
  if (!tree) return []
  const words = text.replaceAll('*', '').trim()
  const page = await engine.list({
    entity: model.name,
    query: { [tree.title]: `*${words}*`, pageSize: String(MOST_FOUND), ...(tree.order && { column: tree.order, order: 'asc' }) },
    actor,
  })
  const nodes = shownRows(asked, page.records).map((row) => toNode(model, row, true))
  const above = await titlesAbove(asked, nodes)
  return nodes.map((node) => ({ ...node, above: above.get(node.key) ?? [] }))
}

/** The nodes without the fields of their rows. */
export const namesOnly = (nodes: readonly TreeNode[]): NamedNode[] =>
  nodes.map(({ key, value, title, children }) => ({ key, value, title, children: namesOnly(children ?? []) }))
