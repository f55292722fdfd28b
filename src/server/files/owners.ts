import { isFiles, type AnyEntity, type FieldOf } from '../../../engine/schema/index.ts'
import { chunksOf, type AnyChange, type AnyRules, type RuleContext } from '../../../engine/server/index.ts'
import { parts } from '../../sent-values.ts'
import { systemActor } from '../access/system-actor.ts'
import { giveUpFilesOf, noteLeft } from './stored-rows.ts'

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

/** Paths that a save takes out of a field. */
function left(change: AnyChange, key: string): string[] {
  const after = new Set(parts(change.after?.[key]))
  return parts(change.before?.[key]).filter((path) => !after.has(path))
}

/** Which rows a file may belong to: those of a table, through whichever entities they were written. */
interface Owners {
  readonly entity: string
  readonly entities: readonly string[]
  readonly fields: readonly FileField[]
}

/** What a row names is its own, and what it names no longer leaves it; a row that is gone for good gives its files up. */
async function keepOwners({ tx, engine, operation }: RuleContext, changes: readonly AnyChange[], owners: Owners): Promise<void> {
  const { entity, entities, fields } = owners
  const isBinned = engine.models.get(entity)?.binned === true
  if (operation === 'purge' || (operation === 'delete' && !isBinned)) {
    const ids = changes.map(({ id }) => id)
    for (const chunk of chunksOf(ids)) await giveUpFilesOf(tx, entities, chunk)
  }
  if (operation !== 'add' && operation !== 'edit') return
  for (const change of changes) {
    const [gone, own] = [left, added].map((paths) => fields.flatMap(([key]) => paths(change, key)))
    if (gone?.length) await noteLeft(tx, { entities, rowId: change.id }, gone)
    if (own?.length) await tx.updateTable('sys_file').set({ entity, row_id: change.id, left_at: null }).where('path', 'in', own).execute()
  }
}

/** Give every entity whose rows have files the rules that make these rows own them. */
export function withFileOwners(entities: readonly AnyEntity[], rules: Readonly<Record<string, AnyRules>>): Record<string, AnyRules> {
  const answer: Record<string, AnyRules> = { ...rules }
  for (const entity of entities) {
    const ofTable = entities.filter((one) => one.table === entity.table && fileFields(one).length > 0)
    if (ofTable.length === 0) continue
    const own = rules[entity.name] ?? {}
    const fields = fileFields(entity)
    const owners: Owners = { entity: entity.name, entities: ofTable.map(({ name }) => name), fields }
    answer[entity.name] = {
      ...own,
      async beforeSave(context, changes) {
        await checkFiles(context, changes, fields)
        await own.beforeSave?.(context, changes)
      },
      async afterWrite(context, changes) {
        await keepOwners(context, changes, owners)
        await own.afterWrite?.(context, changes)
      },
    }
  }
  return answer
}
