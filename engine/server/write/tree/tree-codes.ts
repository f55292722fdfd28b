import { sql } from 'kysely'
import type { TreeSpec, WireRow } from '../../../schema/index.ts'
import { chunksOf } from '../../chunks.ts'
import type { Model, Tx } from '../../contract.ts'
import { columnType, snakeCase } from '../../model/model.ts'
import { noteChanges, type Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'
import { codeLengthBelow, levelOf, nextCode, ownPart, SEGMENT } from './next-code.ts'

/** A tree whose nodes have generated codes. */
interface CodedTree {
  readonly tx: Tx
  readonly model: Model
  readonly tree: TreeSpec<string>
  readonly code: string
}

function codedTree({ tx, model }: Write): CodedTree | undefined {
  const { tree } = model.entity
  return tree?.code === undefined ? undefined : { tx, model, tree, code: tree.code }
}

/** The code, and the depth that it expresses, as fields of a row. */
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

/** The greatest own part among the children of a node; codes below the node's code that belong to nodes elsewhere count as well. */
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
 * Give new and moved nodes the next free code below their parent; codes sent by clients are ignored. The tree's lock must be held,
 * because codes continue from what is stored.
 */
export async function giveCodes(write: Write, drafts: readonly Draft[]): Promise<void> {
  const coded = codedTree(write)
  if (!coded) return
  const { tree, code: codeKey } = coded
  const moved = new Map(drafts.flatMap((draft) => (!draft.before || draft.changed.includes(tree.parent) ? [[draft.id, draft]] : [])))
  const waiting = new Set(moved.keys())
  const greatest = new Map<string, string | undefined>()
  const give = async (draft: Draft): Promise<void> => {
    if (!waiting.delete(draft.id) || !draft.after) return
    const id = String(draft.after[tree.parent] ?? '')
    const above = moved.get(id)
    if (above) await give(above)
    const code = above?.after ? String(above.after[codeKey] ?? '') : id === '' ? '' : await storedCode(coded, id)
    if (!greatest.has(id)) greatest.set(id, await greatestBelow(coded, { id, code }))
    const next = nextCode(code, greatest.get(id))
    if (next === undefined) return draft.refuse(`该级${write.model.entity.title}编码已用完，无法继续添加！`)
    greatest.set(id, ownPart(next))
    Object.assign(draft.after, codeValues(coded, next))
  }
  for (const draft of moved.values()) await give(draft)
  noteChanges(write, [...moved.values()])
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

/** New codes of all nodes below the moved ones, which keep their own parts; as rows for an edit. */
async function codesBelow(coded: CodedTree, drafts: readonly Draft[]): Promise<WireRow[]> {
  const changed: WireRow[] = []
  const moved = drafts.filter((draft) => draft.before && draft.changed.includes(coded.tree.parent))
  let level = new Map(moved.map((draft) => [draft.id, String(draft.after?.[coded.code] ?? '')]))
  while (level.size) {
    const next = new Map<string, string>()
    for (const { id, parent, code } of await childrenOf(coded, [...level.keys()])) {
      const renewed = `${level.get(parent) ?? ''}${ownPart(code ?? '')}`
      next.set(id, renewed)
      if (renewed !== code) changed.push({ id, ...codeValues(coded, renewed) })
    }
    level = next
  }
  return changed
}

/**
 * Write the new codes of all nodes below the moved ones. They are rows like any other, so they go through the write path once more:
 * each with its version, its audit entry and the rules that depend on its code. Their scope and state are not checked, because they
 * follow from a move that was allowed.
 */
export async function renewCodesBelow(write: Write, written: readonly Draft[]): Promise<void> {
  const { context, tx, request } = write
  const coded = codedTree(write)
  const rows = coded ? await codesBelow(coded, written) : []
  await context.engine.write({ ...request, rows, fields: 'all', scope: 'none', guard: 'none', onRefusal: 'throw' }, tx)
}
