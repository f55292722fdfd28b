import { describe } from 'vitest'
import { isWholeRun } from './extent.ts'
import { clusterVariable } from './postgres.ts'
import { hasRedis } from './redis.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
export const databases: readonly DatabaseKind[] = ['sqlite', 'postgres']

export function hasPostgres(): boolean {
  return Boolean(process.env[clusterVariable])
}

/** Whether journeys run on two nodes: with `NODES=2`, as in `npm run test:long`, where there are PostgreSQL and Redis. */
export const hasNodes = (): boolean => process.env['NODES'] === '2' && hasPostgres() && hasRedis()

/**
 * A long journey on PostgreSQL where there is one, otherwise on SQLite, as all other journeys are; in a whole run on both,
 * if it is not on two nodes. What it does through the API runs on both each time.
 */
export function onOneDatabase(title: string, define: (database: DatabaseKind) => void): void {
  if (isWholeRun && !hasNodes()) onBothDatabases(title, define)
  else describe(title, () => define(hasPostgres() ? 'postgres' : 'sqlite'))
}

/** The same tests on SQLite and on PostgreSQL; without a cluster, the PostgreSQL tests are shown as skipped. */
export function onBothDatabases(title: string, define: (database: DatabaseKind) => void): void {
  for (const database of databases) {
    describe.skipIf(database === 'postgres' && !hasPostgres())(`${title} (${database})`, () => define(database))
  }
}
