import { join } from 'node:path'
import { entities } from '../../schemas/index.ts'
import { names } from '../../schemas/names.ts'
import type { AnyEntity } from '../../engine/schema/index.ts'
import {
  engineTables,
  migrate,
  modelsOf,
  openDatabase,
  planTables,
  problemsOf,
  readMigrations,
  SchemaProblem,
  type UntypedDatabase,
  type TableSpec,
} from '../../engine/server/index.ts'
import type { Config } from './config.ts'
import { systemTables } from './system-tables.ts'

export const migrationsFolder = join(import.meta.dirname, 'migrations')

/** Every entity of the registry, loaded and checked against the others; all problems are listed at once. */
export async function loadEntities(): Promise<AnyEntity[]> {
  const loaded: AnyEntity[] = []
  for (const load of Object.values(entities)) loaded.push(await load())
  const problems = problemsOf(loaded, names)
  if (problems.length) throw new SchemaProblem(problems)
  return loaded
}

/** All tables that the present schemas and the server itself need. */
export const wantedTables = (all: readonly AnyEntity[]): TableSpec[] => [...engineTables, ...systemTables, ...planTables(modelsOf(all))]

/** Open the configured database and bring it to the newest checked-in migration. */
export async function openMigrated(config: Config): Promise<UntypedDatabase> {
  const db = openDatabase({
    dataDir: config.dataDir,
    synchronous: config.synchronous,
    ...(config.databaseUrl ? { databaseUrl: config.databaseUrl } : {}),
  })
  try {
    await migrate(db, readMigrations(migrationsFolder))
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
