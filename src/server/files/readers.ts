import type { Actor, Engine } from '../../../engine/server/index.ts'
import { parts, runs, text } from '../cells.ts'

/** A stored file as its table knows it. */
export interface FileRow {
  readonly path: string
  readonly entity: string
  readonly rowId: string
  readonly name: string
  readonly type: string
  readonly createdBy: string
}

/** The stored files with these paths; unknown paths are left out. */
export async function fileRows(engine: Engine, paths: readonly string[]): Promise<FileRow[]> {
  const answer: FileRow[] = []
  for (const run of runs(paths.filter((path) => !path.includes('\0')))) {
    const rows = await engine.db.read.selectFrom('sys_file').selectAll().where('path', 'in', run).execute()
    for (const row of rows) {
      answer.push({
        path: text(row.path),
        entity: text(row.entity),
        rowId: text(row.row_id),
        name: text(row.name),
        type: text(row.type),
        createdBy: text(row.created_by),
      })
    }
  }
  return answer
}

/** A row may be read through any entity of its table that shows it to the actor. */
async function mayReadRow(engine: Engine, entity: string, id: string, actor: Actor): Promise<boolean> {
  const owner = engine.models.get(entity)
  if (!owner) return false
  if (owner.table === 'sys_user' && id === actor.id) return true
  for (const model of engine.models.values()) {
    if (model.table !== owner.table || !actor.permissions.has(`${model.permission}:view`)) continue
    if (await engine.find(model.name, id, actor)) return true
  }
  return false
}

/** The files among these that the actor may open: his own uploads, and those of rows that he may read. */
export async function readableFiles(engine: Engine, files: readonly FileRow[], actor: Actor): Promise<FileRow[]> {
  const asked = new Map<string, Promise<boolean>>()
  const verdicts = files.map(async (file) => {
    if (file.createdBy === actor.id) return true
    if (file.entity === '') return false
    const owner = `${file.entity} ${file.rowId}`
    const verdict = asked.get(owner) ?? mayReadRow(engine, file.entity, file.rowId, actor)
    asked.set(owner, verdict)
    return verdict
  })
  const answers = await Promise.all(verdicts)
  return files.filter((_, index) => answers[index])
}

/** Paths in a request body: a list, or one comma list. */
export const pathsOf = (value: unknown): string[] => (Array.isArray(value) ? [...new Set(value.map(text).filter(Boolean))] : parts(value))
