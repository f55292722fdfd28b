import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database, Tables, Tx } from '../contract.ts'
import { nameStatements } from './statement-cache.ts'

/** Whole numbers, counts among them, arrive as numbers; none of ours nears 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const SERIALIZATION_FAILURES = new Set(['40001', '40P01'])

function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && SERIALIZATION_FAILURES.has(String(error.code))
}

/** A PostgreSQL database shared by any number of nodes; a named lock is an advisory lock of the transaction. */
export function openPostgres(url: string, size = 10): Database {
  const pool = nameStatements(new pg.Pool({ connectionString: url, max: size }))
  pool.on('error', () => undefined)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const hold = async (tx: Tx, name: string): Promise<void> => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  }
  const run = <T>(work: (tx: Tx) => Promise<T>, lock?: string): Promise<T> =>
    db.transaction().execute(async (tx) => {
      if (lock) await hold(tx, lock)
      return work(tx)
    })
  return {
    dialect: 'postgres',
    read: db,
    async write(work, lock) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await run(work, lock)
        } catch (error) {
          if (attempt >= 3 || !isSerializationFailure(error)) throw error
        }
      }
    },
    lock: hold,
    close: () => db.destroy(),
  }
}
