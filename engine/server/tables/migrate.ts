import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../contract.ts'
import { applySteps } from './apply-steps.ts'
import type { MigrationStep } from './diff-tables.ts'

export interface Migration {
  /** `0001-first`; the names determine the order. */
  readonly name: string
  readonly steps: readonly MigrationStep[]
}

/** The checked-in migrations of a folder, in order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-.*\.json$/.test(file))
    .sort()
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      steps: (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { steps: MigrationStep[] }).steps,
    }))
}

/** Apply the migrations that this database has not seen yet, under a lock, all or nothing. Answers the names applied. */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  return db.write(async (tx) => {
    await sql`create table if not exists schema_migration (name text primary key)`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(tx)
    const applied = new Set(rows.map((row) => row.name))
    const pending = migrations.filter((migration) => !applied.has(migration.name))
    for (const migration of pending) {
      await applySteps(tx, db.dialect, migration.steps)
      await sql`insert into schema_migration (name) values (${migration.name})`.execute(tx)
    }
    return pending.map((migration) => migration.name)
  }, 'migrate')
}
