import { sql } from 'kysely'
import { chunksOf } from '../../chunks.ts'
import { snakeCase } from '../../model/model.ts'
import { Draft } from '../drafts/draft.ts'
import { storedRows } from '../statements/stored-rows.ts'
import type { Write } from '../step.ts'

/** All rows below these, nearest first. */
async function descendantsOf({ tx, model }: Write, ids: readonly string[]): Promise<string[]> {
  const { tree } = model.entity
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

/** A tree node is deleted together with all nodes below it. */
export async function withSubtree(write: Write, drafts: readonly Draft[]): Promise<Draft[]> {
  const { context, tx, model } = write
  const ids = drafts.map((draft) => draft.id)
  const below = (await descendantsOf(write, ids)).filter((id) => !ids.includes(id))
  const rows = await storedRows(context, tx, { model, ids: below, lock: true })
  return [...drafts, ...below.flatMap((id) => (rows.has(id) ? [new Draft(id, rows.get(id) ?? null, null)] : []))]
}

/** A subtree is deleted as a whole or not at all. */
export function refuseTogether(_write: Write, drafts: readonly Draft[]): void {
  const refusal = drafts.find((draft) => draft.refusal)?.refusal
  if (refusal) for (const draft of drafts) draft.fail(refusal)
}

/** A node may not become its own descendant, even if other nodes of the same set move with it. */
export async function checkCycle({ tx, model }: Write, drafts: readonly Draft[]): Promise<void> {
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
    for (let id = await above(draft.id); id !== '' && !seen.has(id); id = await above(id)) seen.add(id)
    if (seen.has(draft.id)) draft.refuse('不能把节点移动到自己或自己的下级之下！', parent)
  }
}
