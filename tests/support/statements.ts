import BetterSqlite3 from 'better-sqlite3'
import { CompiledQuery, sql } from 'kysely'
import { Client } from 'pg'
import { vi } from 'vitest'
import { StatementBatch } from '../../engine/server/database/postgres-batch.ts'
import type { TestApp } from './build-app.ts'

/** A statement as the database got it; on SQLite when it was prepared, with a text for each value. */
export interface SeenStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Note all statements from now on, of databases that are opened later. End it with `vi.restoreAllMocks()`. */
export function watchStatements(): SeenStatement[] {
  const seen: SeenStatement[] = []
  const prepare = BetterSqlite3.prototype.prepare
  vi.spyOn(BetterSqlite3.prototype, 'prepare').mockImplementation(function (this: BetterSqlite3.Database, text: string) {
    if (!text.startsWith('explain ')) seen.push({ text, values: [...text.matchAll(/\?/g)].map(() => 'x') })
    return prepare.call(this, text)
  })
  const query: (...given: unknown[]) => unknown = Client.prototype.query
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    if (given[0] instanceof StatementBatch) seen.push(...given[0].asked)
    return query.apply(this, given)
  })
  return seen
}

/** The plan of a statement, one step a line, as if its tables were too large to be read whole. */
export async function planOf({ app }: TestApp, { text, values }: SeenStatement): Promise<string> {
  const { db } = app.engine
  const rows = await db.write(async (tx) => {
    if (db.dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
    const explain = db.dialect === 'sqlite' ? 'explain query plan' : 'explain'
    return (await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`${explain} ${text}`, [...values]))).rows
  })
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
}
