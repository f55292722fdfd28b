import { DummyDriver, Kysely, PostgresDialect, sql, Transaction } from 'kysely'
import pg from 'pg'
import type { Database, SqlStatement, Tables, Tx } from '../contract.ts'
import { LONGEST_READ } from './database.ts'
import { isOutdated, nameStatements, openPool, senderOf } from './named-statements.ts'
import { rarely } from './shared-state.ts'
import { TableVersions } from './table-versions.ts'
import { TransactionConnection } from './transaction-connection.ts'
import { TransactionExecutor } from './transaction-executor.ts'

/** Integers, including counts, arrive as numbers; none of ours comes near 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const SERIALIZATION_FAILURES = new Set(['40001', '40P01'])

/** How often a transaction that the database aborted is tried, and milliseconds before the second try; the pause doubles each time. */
const TRIES = 6
const FIRST_PAUSE = 10

/** A random pause, so that transactions that aborted each other do not meet again at the same moment. */
const pauseBefore = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE * 2 ** (attempt - 1) * (0.5 + Math.random())))

/** Whether the transaction would succeed if it were done again. */
function isPassing(error: unknown): boolean {
  return (error instanceof Error && 'code' in error && SERIALIZATION_FAILURES.has(String(error.code))) || isOutdated(error)
}

interface PoolOptions {
  /** Connections of each pool. */
  readonly size?: number
  /** Milliseconds to wait for a connection before the database counts as unavailable. */
  readonly patience?: number
  /** Milliseconds that a single reading statement may take. */
  readonly longestRead?: number
}

const poolFor = (url: string, { size = 10, patience = 15_000 }: PoolOptions, settings: pg.PoolConfig): pg.Pool =>
  openPool({ connectionString: url, max: size, connectionTimeoutMillis: patience, ...settings })

const end = async (pool: pg.Pool): Promise<void> => {
  if (!pool.ending) await pool.end()
}

interface ReadConnections {
  readonly db: Kysely<Tables>
  /** The rows of one statement, without what the query builder does around it. */
  rows<Row>(statement: SqlStatement): Promise<Row[]>
  close(): Promise<void>
}

/** Connections that read, with these settings. */
function readConnections(url: string, options: PoolOptions, settings: string): ReadConnections {
  const pool = nameStatements(poolFor(url, options, { options: settings }))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    async rows({ sql: text, parameters }: SqlStatement) {
      const client = await pool.connect()
      try {
        return (await client.query(text, [...parameters])).rows
      } finally {
        client.release()
      }
    },
    async close() {
      await db.destroy()
      await end(pool)
    },
  }
}

interface WriteConnections {
  /** Work in a transaction, over one connection. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Connections that write. */
function writeConnections(url: string, options: PoolOptions, versions: TableVersions): WriteConnections {
  const pool = poolFor(url, options, { pipeline: true })
  const dialect = new PostgresDialect({ pool })
  const driver = new DummyDriver()
  return {
    async transact(work) {
      const client = await pool.connect()
      const connection = new TransactionConnection(senderOf(client), versions)
      const executor = new TransactionExecutor(dialect, connection)
      let lost = false
      try {
        const answer = await work(new Transaction<Tables>({ config: { dialect }, dialect, driver, executor }))
        await connection.commit()
        return answer
      } catch (error) {
        // Its reason counts, and a connection on which nothing can be undone is not used again.
        await connection.rollback().catch(() => (lost = true))
        throw error
      } finally {
        client.release(lost)
      }
    },
    close: () => end(pool),
  }
}

/**
 * A PostgreSQL database shared by any number of nodes; a named lock is an advisory lock of the transaction. Reading has its own
 * connections: a transaction that waits for a read must not wait for transactions that wait for its locks.
 */
export function openPostgres(url: string, options: PoolOptions = {}): Database {
  const versions = new TableVersions()
  const writing = writeConnections(url, options, versions)
  const short = `-c statement_timeout=${options.longestRead ?? LONGEST_READ}`
  const reading = readConnections(url, options, short)
  const steady = readConnections(url, options, `${short} -c plan_cache_mode=force_generic_plan`)
  // Two that are the same see the same: no transaction that writes has begun or ended between them.
  const snapshot = async (): Promise<string> => {
    const [row] = await reading.rows<{ state: string }>({ sql: 'select pg_current_snapshot()::text as state', parameters: [] })
    return row?.state ?? ''
  }
  const hold = async (tx: Tx, name: string): Promise<void> => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  }
  const run = <T>(work: (tx: Tx) => Promise<T>, lock?: string): Promise<T> =>
    writing.transact((tx) => (lock ? hold(tx, lock).then(() => work(tx)) : work(tx)))
  return {
    dialect: 'postgres',
    versions,
    shared: rarely(snapshot),
    read: reading.db,
    steady: steady.db,
    rows: (statement, plan) => (plan.steady ? steady : reading).rows(statement),
    async write(work, lock) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await run(work, lock)
        } catch (error) {
          if (attempt >= TRIES || !isPassing(error)) throw error
          await pauseBefore(attempt)
        }
      }
    },
    lock: hold,
    alone: (name, work) => run(work, name),
    async close() {
      for (const connections of [reading, steady, writing]) await connections.close()
    },
  }
}
