import { describe } from 'vitest'
import { clusterVariable } from './postgres.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
export const databases: readonly DatabaseKind[] = ['sqlite', 'postgres']

export function hasPostgres(): boolean {
  return Boolean(process.env[clusterVariable])
}

/** The same tests on SQLite and on PostgreSQL; without a cluster, the PostgreSQL tests are shown as skipped. */
export function onBothDatabases(title: string, define: (database: DatabaseKind) => void): void {
  for (const database of databases) {
    describe.skipIf(database === 'postgres' && !hasPostgres())(`${title} (${database})`, () => define(database))
  }
}
