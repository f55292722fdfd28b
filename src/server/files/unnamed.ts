import { sql } from 'kysely'
import { isFiles } from '../../../engine/schema/index.ts'
import type { Engine, Reader } from '../../../engine/server/index.ts'
import { parts } from '../../sent-values.ts'
import { timeText } from '../clock.ts'

const DAY = 24 * 60 * 60_000
const AT_ONCE = 500

interface OwnedFile {
  readonly path: string
  readonly entity: string
  readonly row_id: string
}

interface Owner {
  readonly table: string
  readonly idColumn: string
  /** Its columns that name files, of all entities of the table. */
  readonly columns: readonly string[]
}

function ownerOf({ models }: Engine, entity: string): Owner | undefined {
  const model = models.get(entity)
  if (!model) return undefined
  const { table, idColumn } = model
  const ofTable = [...models.values()].filter((one) => one.table === table)
  const columns = ofTable.flatMap(({ stored }) => stored.flatMap(({ column, field }) => (isFiles(field) ? [column] : [])))
  return columns.length > 0 ? { table, idColumn, columns: [...new Set(columns)] } : undefined
}

/** Which of these files no row names; those of an entity that this release does not know are left alone. */
async function unnamedOf(engine: Engine, db: Reader, files: readonly OwnedFile[]): Promise<OwnedFile[]> {
  const unnamed: OwnedFile[] = []
  for (const [entity, owned] of Map.groupBy(files, (file) => file.entity)) {
    const owner = ownerOf(engine, entity)
    if (!owner) continue
    const names = sql.join(owner.columns.map((column) => sql.ref(column)))
    const ids = sql.join([...new Set(owned.map((file) => file.row_id))])
    const { rows } = await sql<Record<string, unknown>>`select ${names} from ${sql.table(owner.table)}
      where ${sql.ref(owner.idColumn)} in (${ids})`.execute(db)
    const named = new Set(rows.flatMap((row) => Object.values(row).flatMap(parts)))
    unnamed.push(...owned.filter(({ path }) => !named.has(path)))
  }
  return unnamed
}

const owned = (db: Reader) =>
  db
    .selectFrom('sys_file')
    .select(['path', 'entity', 'row_id'])
    .where('left_at', 'is', null)
    .where('entity', 'is not', null)
    .where('row_id', 'is not', null)
    .$narrowType<{ entity: string; row_id: string }>()

/** Note that these are left. Each is looked at again with a lock, because somebody may just be naming it. */
const noteUnnamedOf = (engine: Engine, files: readonly OwnedFile[]): Promise<unknown> =>
  engine.db.write(async (tx) => {
    const paths = files.map(({ path }) => path)
    const still = owned(tx).where('path', 'in', paths)
    const locked = await (engine.db.dialect === 'postgres' ? still.forUpdate() : still).execute()
    const left = (await unnamedOf(engine, tx, locked)).map(({ path }) => path)
    if (left.length > 0) await tx.updateTable('sys_file').set({ left_at: timeText() }).where('path', 'in', left).execute()
  })

/**
 * Note that files are left which nothing names and no write has noted: an older release did not, and rows may have gone in other ways. From
 * now on they wait as long as all that are left.
 */
export async function noteUnnamed(engine: Engine): Promise<void> {
  const before = timeText(Date.now() - DAY)
  for (let after = ''; ;) {
    const files = await owned(engine.db.read)
      .where('created', '<', before)
      .where('path', '>', after)
      .orderBy('path')
      .limit(AT_ONCE)
      .execute()
    const unnamed = await unnamedOf(engine, engine.db.read, files)
    if (unnamed.length > 0) await noteUnnamedOf(engine, unnamed)
    const last = files.at(-1)
    if (!last) return
    after = last.path
  }
}
