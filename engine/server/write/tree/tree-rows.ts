import { sql } from 'kysely'
import type { Model, Tx } from '../../contract.ts'
import { snakeCase } from '../../model.ts'
import type { Draft } from '../drafts/draft.ts'
import { chunksOf } from '../../chunks.ts'

/** All rows below these, nearest first. */
export async function descendantsOf(tx: Tx, model: Model, ids: readonly string[]): Promise<string[]> {
  const tree = model.entity.tree
  if (!tree) return []
  const found = new Set<string>()
  let level = [...ids]
  while (level.length) {
    const next: string[] = []
    for (const chunk of chunksOf(level)) {
      const { rows } = await sql<{
        id: string
      }>`select ${sql.ref(model.idColumn)} as id from ${sql.table(model.table)} where ${sql.ref(snakeCase(tree.parent))} in (${sql.join(chunk)})`.execute(
        tx,
      )
      next.push(...rows.map((row) => row.id).filter((id) => !found.has(id)))
    }
    for (const id of next) found.add(id)
    level = next
  }
  return [...found]
}

/** A node may not hang below itself, also when others of the same set move with it. */
export async function checkCycle(tx: Tx, model: Model, drafts: readonly Draft[]): Promise<void> {
  const parent = model.entity.tree?.parent
  if (!parent) return
  const moving = new Map(drafts.map((draft) => [draft.id, draft]))
  const above = async (id: string): Promise<string> => {
    const draft = moving.get(id)
    if (draft) return String(draft.after?.[parent] ?? '')
    const { rows } = await sql<{ parent: string | null }>`select ${sql.ref(snakeCase(parent))} as parent
      from ${sql.table(model.table)} where ${sql.ref(model.idColumn)} = ${id}`.execute(tx)
    return rows[0]?.parent ?? ''
  }
  for (const draft of drafts) {
    if (!draft.before || !draft.changed.includes(parent)) continue
    const seen = new Set<string>()
    for (let at = await above(draft.id); at !== '' && !seen.has(at); at = await above(at)) seen.add(at)
    if (seen.has(draft.id)) draft.refuse('不能把节点移动到自己或自己的下级之下！', parent)
  }
}
