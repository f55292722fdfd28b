import { sql } from 'kysely'
import type { TreeSpec, WireRow } from '../../../schema/index.ts'
import type { Model, Tx } from '../../contract.ts'
import { columnType, snakeCase } from '../../model.ts'
import type { Draft } from '../drafts/draft.ts'
import { noteChanges } from '../drafts/make-drafts.ts'
import { codeLengthBelow, levelOf, nextCode, ownPart, SEGMENT } from './next-code.ts'
import { chunksOf } from '../../chunks.ts'

/** A tree whose nodes have generated codes. */
interface CodedTree {
  readonly tx: Tx
  readonly model: Model
  readonly tree: TreeSpec<string>
  readonly code: string
}

function codedTree(tx: Tx, model: Model): CodedTree | undefined {
  const { tree } = model.entity
  return tree?.code === undefined ? undefined : { tx, model, tree, code: tree.code }
}

/** The code, and the depth that it tells, as a row holds them. */
function codeValues({ model, tree, code }: CodedTree, value: string): WireRow {
  const level = tree.level === undefined ? undefined : model.entity.fields[tree.level]
  const depth = level && columnType(level) === 'text' ? String(levelOf(value)) : levelOf(value)
  return { [code]: value, ...(tree.level === undefined ? {} : { [tree.level]: depth }) }
}

async function storedCode({ tx, model, code }: CodedTree, id: string): Promise<string> {
  const { rows } = await sql<{ code: string | null }>`select ${sql.ref(snakeCase(code))} as code
    from ${sql.table(model.table)} where ${sql.ref(model.idColumn)} = ${id}`.execute(tx)
  return rows[0]?.code ?? ''
}

/** The greatest own part among the children of a node; a code that somebody elsewhere holds below its code counts too. */
async function greatestBelow({ tx, model, tree, code }: CodedTree, parent: { id: string; code: string }): Promise<string | undefined> {
  const column = sql.ref(snakeCase(code))
  const above = sql.ref(snakeCase(tree.parent))
  const among = parent.id === '' ? sql`(${above} is null or ${above} = '')` : sql`${above} = ${parent.id}`
  const size = codeLengthBelow(parent.code)
  const { rows } = await sql<{ last: string | null }>`select max(substr(${column}, length(${column}) - ${SEGMENT - 1})) as last
    from ${sql.table(model.table)} where ${among} or (length(${column}) = ${size} and ${column} like ${`${parent.code}%`})`.execute(tx)
  return rows[0]?.last ?? undefined
}

/**
 * Give new and moved nodes the next free code below their parent; what a client sends for it is never read.
 * The tree's lock must be held: codes are counted on from what is stored.
 */
export async function giveCodes(tx: Tx, model: Model, drafts: readonly Draft[]): Promise<void> {
  const at = codedTree(tx, model)
  if (!at) return
  const moved = new Map(drafts.flatMap((draft) => (!draft.before || draft.changed.includes(at.tree.parent) ? [[draft.id, draft]] : [])))
  const waiting = new Set(moved.keys())
  const greatest = new Map<string, string | undefined>()
  const give = async (draft: Draft): Promise<void> => {
    if (!waiting.delete(draft.id) || !draft.after) return
    const id = String(draft.after[at.tree.parent] ?? '')
    const above = moved.get(id)
    if (above) await give(above)
    const code = above?.after ? String(above.after[at.code] ?? '') : id === '' ? '' : await storedCode(at, id)
    if (!greatest.has(id)) greatest.set(id, await greatestBelow(at, { id, code }))
    const next = nextCode(code, greatest.get(id))
    if (next === undefined) return draft.refuse(`该级${model.entity.title}编码已用完，无法继续添加！`)
    greatest.set(id, ownPart(next))
    Object.assign(draft.after, codeValues(at, next))
  }
  for (const draft of moved.values()) await give(draft)
  noteChanges(model, [...moved.values()])
}

interface Child {
  readonly id: string
  readonly parent: string
  readonly code: string | null
}

async function childrenOf({ tx, model, tree, code }: CodedTree, ids: readonly string[]): Promise<Child[]> {
  const parent = sql.ref(snakeCase(tree.parent))
  const found: Child[] = []
  for (const chunk of chunksOf(ids)) {
    const { rows } = await sql<Child>`select ${sql.ref(model.idColumn)} as id, ${parent} as parent, ${sql.ref(snakeCase(code))} as code
      from ${sql.table(model.table)} where ${parent} in (${sql.join(chunk)})`.execute(tx)
    found.push(...rows)
  }
  return found
}

/** New codes of all nodes below those that moved, which keep their own parts: rows for an edit. */
export async function codesBelow(tx: Tx, model: Model, drafts: readonly Draft[]): Promise<WireRow[]> {
  const at = codedTree(tx, model)
  if (!at) return []
  const changed: WireRow[] = []
  const moved = drafts.filter((draft) => draft.before && draft.changed.includes(at.tree.parent))
  let level = new Map(moved.map((draft) => [draft.id, String(draft.after?.[at.code] ?? '')]))
  while (level.size) {
    const next = new Map<string, string>()
    for (const { id, parent, code } of await childrenOf(at, [...level.keys()])) {
      const renewed = `${level.get(parent) ?? ''}${ownPart(code ?? '')}`
      next.set(id, renewed)
      if (renewed !== code) changed.push({ id, ...codeValues(at, renewed) })
    }
    level = next
  }
  return changed
}
