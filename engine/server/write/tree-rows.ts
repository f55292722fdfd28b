import { sql } from 'kysely'
import type { Model, Tx } from '../contract.ts'
import { snakeCase } from '../model.ts'
import type { Draft } from './draft.ts'
import { chunksOf } from './stored-rows.ts'

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

/** A node may not hang below itself. */
export async function checkCycle(tx: Tx, model: Model, drafts: readonly Draft[]): Promise<void> {
  const parent = model.entity.tree?.parent
  if (!parent) return
  for (const draft of drafts) {
    const to = draft.after?.[parent]
    if (!draft.before || !draft.changed.includes(parent) || !to) continue
    const below = await descendantsOf(tx, model, [draft.id])
    if (to === draft.id || below.includes(String(to))) draft.refuse('不能把节点移动到自己或自己的下级之下！', parent)
  }
}
