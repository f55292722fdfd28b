import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database, Tables, Tx } from '../contract.ts'
import { nameStatements } from './statement-cache.ts'

/** Whole numbers, counts among them, arrive as numbers; none of ours nears 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const SERIALIZATION_FAILURES = new Set(['40001', '40P01'])

/** How often a transaction that the database broke off is tried, and milliseconds before the second try; twice as long each time. */
const TRIES = 6
const FIRST_PAUSE = 10

/** Those who broke each other off must not meet again at the same moment. */
const pauseBefore = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE * 2 ** (attempt - 1) * (0.5 + Math.random())))

function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && SERIALIZATION_FAILURES.has(String(error.code))
}

interface PoolOptions {
  /** Connections of each pool. */
  readonly size?: number
  /** Milliseconds that somebody waits for a connection before the database counts as unavailable. */
  readonly patience?: number
  /** Milliseconds that one statement which only reads may take. */
  readonly longestRead?: number
}

/** Far more than any list needs; whoever asks for more is told so, and holds a connection no longer. */
const LONGEST_READ = 10_000

/** A pool; `settings` as `psql` takes them. */
function kyselyOver(url: string, { size = 10, patience = 15_000 }: PoolOptions, settings?: string): Kysely<Tables> {
  const options = settings === undefined ? {} : { options: settings }
  const pool = nameStatements(new pg.Pool({ connectionString: url, max: size, connectionTimeoutMillis: patience, ...options }))
  pool.on('error', () => undefined)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * A PostgreSQL database shared by any number of nodes; a named lock is an advisory lock of the transaction. Reading has
 * connections of its own: a transaction that waits for something read must not wait for those that wait for its locks.
 */
export function openPostgres(url: string, options: PoolOptions = {}): Database {
  const write = kyselyOver(url, options)
  const short = `-c statement_timeout=${options.longestRead ?? LONGEST_READ}`
  const read = kyselyOver(url, options, short)
  const steady = kyselyOver(url, options, `${short} -c plan_cache_mode=force_generic_plan`)
  const hold = async (tx: Tx, name: string): Promise<void> => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  }
  const run = <T>(work: (tx: Tx) => Promise<T>, lock?: string): Promise<T> =>
    write.transaction().execute(async (tx) => {
      if (lock) await hold(tx, lock)
      return work(tx)
    })
  return {
    dialect: 'postgres',
    read,
    steady,
    async write(work, lock) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await run(work, lock)
        } catch (error) {
          if (attempt >= TRIES || !isSerializationFailure(error)) throw error
          await pauseBefore(attempt)
        }
      }
    },
    lock: hold,
    alone: (name, work) => run(work, name),
    async close() {
      await read.destroy()
      await steady.destroy()
      await write.destroy()
    },
  }
}
