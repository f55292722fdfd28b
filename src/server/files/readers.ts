import { chunksOf, type Actor, type Engine } from '../../../engine/server/index.ts'
import { parts, asText } from '../../sent-values.ts'
import type { FilePlace } from './storage.ts'
import { storageIn } from './stored-rows.ts'

/** A stored file as its table describes it. */
export interface FileRow extends FilePlace {
  readonly entity: string
  readonly rowId: string
  readonly name: string
  readonly type: string
  readonly createdBy: string
}

/** The stored files with these paths; unknown paths are left out. */
export async function fileRows(engine: Engine, paths: readonly string[]): Promise<FileRow[]> {
  const answer: FileRow[] = []
  for (const chunk of chunksOf(paths.filter((path) => !path.includes('\0')))) {
    const rows = await engine.db.read.selectFrom('sys_file').selectAll().where('path', 'in', chunk).execute()
    for (const row of rows) {
      answer.push({
        path: row.path,
        entity: row.entity ?? '',
        rowId: row.row_id ?? '',
        name: row.name,
        type: row.type,
        createdBy: row.created_by,
        storage: storageIn(row.storage),
      })
    }
  }
  return answer
}

/** The rows of an entity that the actor may read: through any entity of the same table that shows them to the actor. */
async function readableRows(engine: Engine, entity: string, ids: readonly string[], actor: Actor): Promise<Set<string>> {
  const readable = new Set<string>()
  const owner = engine.models.get(entity)
  if (!owner) return readable
  if (owner.table === 'sys_user' && ids.includes(actor.id)) readable.add(actor.id)
  for (const model of engine.models.values()) {
    if (model.table !== owner.table || !actor.permissions.has(`${model.permission}:view`)) continue
    const unseen = ids.filter((id) => !readable.has(id))
    for (const row of await engine.findMany(model.name, unseen, actor)) readable.add(row.id)
  }
  return readable
}

/** The files among these that the actor may open: their own uploads, and those of rows that they may read. */
export async function readableFiles(engine: Engine, files: readonly FileRow[], actor: Actor): Promise<FileRow[]> {
  const owned = files.filter((file) => file.createdBy !== actor.id && file.entity !== '')
  const open = new Map<string, Set<string>>()
  for (const [entity, of] of Map.groupBy(owned, (file) => file.entity)) {
    const ids = of.map((file) => file.rowId)
    open.set(entity, await readableRows(engine, entity, ids, actor))
  }
  return files.filter((file) => file.createdBy === actor.id || open.get(file.entity)?.has(file.rowId))
}

/** Paths in a request body: a list, or one comma list. */
export const requestedPaths = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.map(asText).filter(Boolean))] : parts(value)
