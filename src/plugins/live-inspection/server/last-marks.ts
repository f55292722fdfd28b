import { chunksOf, readChanges, type EditedRow } from '../../../../engine/server/index.ts'
import type { InspectionContext } from './rows.ts'

const marked = [
  'score',
  'inspectionCommentId',
  'comment',
  'bz',
  'submitStatus',
  'markerId',
  'markTime',
  'attendance',
  'absentReason',
] as const

/** The last change of a result: the marked fields before it, or why it cannot be undone. */
export type LastMark = { readonly before: Pick<EditedRow<'inspectionResult'>, (typeof marked)[number]> } | { readonly why: string }

interface Versioned {
  readonly id: string
  readonly version: number
}

interface Change {
  readonly actor: string
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
}

/** The changes that led to the current version of each result: more than one if it was already undone. */
async function lastChanges({ tx, engine }: InspectionContext, rows: readonly Versioned[]): Promise<Map<string, Change[]>> {
  const versions = new Map(rows.map((row) => [row.id, row.version]))
  const found = new Map<string, Change[]>()
  for (const ids of chunksOf([...versions.keys()])) {
    const entries = await tx
      .selectFrom('sys_audit')
      .select(['row_id', 'version', 'actor_id', 'changes'])
      .where('table_name', '=', engine.model('inspectionResult').table)
      .where('row_id', 'in', ids)
      .where('operation', 'in', ['edit', 'undo'])
      .execute()
    for (const { row_id: id, version, actor_id: actor, changes } of entries) {
      if (version !== versions.get(id)) continue
      found.set(id, [...(found.get(id) ?? []), { actor, changes: readChanges(changes) ?? {} }])
    }
  }
  return found
}

/** Whether the last change of each result is this marker's own mark and can still be undone. */
export async function lastMarks(context: InspectionContext, rows: readonly Versioned[]): Promise<Map<string, LastMark>> {
  const changes = await lastChanges(context, rows)
  const lastMarkOf = ([last, more]: readonly Change[]): LastMark => {
    if (!last || more || !marked.some((key) => last.changes[key])) return { why: '该结果已被修改，不能撤销！' }
    if (last.actor !== context.actor.id) return { why: '只能撤销自己最近一次的评分！' }
    return { before: Object.fromEntries(marked.flatMap((key) => (last.changes[key] ? [[key, last.changes[key][0]]] : []))) }
  }
  return new Map(rows.map(({ id }) => [id, lastMarkOf(changes.get(id) ?? [])]))
}
