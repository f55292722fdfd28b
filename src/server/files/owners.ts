import { isFiles, type AnyEntity, type FieldOf } from '../../../engine/schema/index.ts'
import type { AnyChange, AnyRules, RuleContext } from '../../../engine/server/index.ts'
import { parts } from '../../cells.ts'
import { systemActor } from '../access/system-actor.ts'

type FileField = readonly [key: string, field: FieldOf<'files'>]

const fileFields = (entity: AnyEntity): FileField[] =>
  Object.entries(entity.fields).flatMap(([key, field]) => (isFiles(field) ? [[key, field] as const] : []))

/** Paths that a save adds to a field. */
function added(change: AnyChange, key: string): string[] {
  const before = new Set(parts(change.before?.[key]))
  return parts(change.after?.[key]).filter((path) => !before.has(path))
}

/**
 * A row may name only files that its writer uploaded and that no other row owns, or that it owns already. Otherwise naming a foreign
 * path in a row of one's own would open that file.
 */
async function checkFiles(context: RuleContext, changes: readonly AnyChange[], fields: readonly FileField[]): Promise<void> {
  for (const change of changes) {
    for (const [key, field] of fields) {
      const paths = added(change, key)
      if (paths.length === 0) continue
      const rows = await context.tx.selectFrom('sys_file').selectAll().where('path', 'in', paths).execute()
      const bySystem = context.actor.id === systemActor.id
      const own = rows.filter((row) => row.row_id === change.id || (!row.entity && (bySystem || row.created_by === context.actor.id)))
      if (own.length < paths.length) change.refuse('文件不存在或已失效，请重新上传', key)
      else if (field.accept === 'image' && rows.some((row) => !row.type.startsWith('image/')))
        change.refuse(field.message ?? '请上传图片', key)
    }
  }
}

async function claimFiles(
  context: RuleContext,
  changes: readonly AnyChange[],
  entity: string,
  fields: readonly FileField[],
): Promise<void> {
  for (const change of changes) {
    const paths = fields.flatMap(([key]) => added(change, key))
    if (paths.length > 0) await context.tx.updateTable('sys_file').set({ entity, row_id: change.id }).where('path', 'in', paths).execute()
  }
}

/** Give every entity with a files field the rules that make its rows own their files. */
export function withFileOwners(entities: readonly AnyEntity[], rules: Readonly<Record<string, AnyRules>>): Record<string, AnyRules> {
  const answer: Record<string, AnyRules> = { ...rules }
  for (const entity of entities) {
    const fields = fileFields(entity)
    if (fields.length === 0) continue
    const own = rules[entity.name] ?? {}
    answer[entity.name] = {
      ...own,
      async beforeSave(context, changes) {
        await checkFiles(context, changes, fields)
        await own.beforeSave?.(context, changes)
      },
      async afterWrite(context, changes) {
        await claimFiles(context, changes, entity.name, fields)
        await own.afterWrite?.(context, changes)
      },
    }
  }
  return answer
}
