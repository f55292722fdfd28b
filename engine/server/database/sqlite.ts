import { AsyncResource } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { CompiledQuery, Kysely, SqliteDialect } from 'kysely'
import type { Database, Tables, Tx } from '../contract.ts'
import { LONGEST_READ } from './database.ts'
import { sqliteConnection } from './sqlite-connection.ts'
import { sqliteReaders } from './sqlite-reader.ts'
import { cachePrepared } from './statement-cache.ts'
import { TableVersions } from './table-versions.ts'

interface SqliteOptions {
  /** FULL keeps the last commits after a power cut; NORMAL is faster and does not. */
  readonly synchronous?: 'FULL' | 'NORMAL'
  /** Milliseconds that a single reading statement may take. */
  readonly longestRead?: number
}

function writingConnection(file: string, synchronous: string): BetterSqlite3.Database {
  const db = sqliteConnection(file, { readonly: false })
  db.pragma('journal_mode = WAL')
  db.pragma(`synchronous = ${synchronous}`)
  db.pragma('foreign_keys = ON')
  return db
}

function kyselyOver(database: BetterSqlite3.Database, versions: TableVersions): Kysely<Tables> {
  cachePrepared(database, versions)
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
}

/** Refuse a second process on one folder: an exclusive lock on a file next to the database, released by the system. */
function lockFolder(file: string): BetterSqlite3.Database {
  const lock = new BetterSqlite3(`${file}.lock`, { timeout: 0 })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('begin exclusive; create table if not exists held (at text); commit; begin exclusive')
  } catch {
    lock.close()
    throw new Error(`另一个进程正在使用数据目录 ${dirname(file)}，请先停止它，或为本进程设置不同的 DATA_DIR。`)
  }
  return lock
}

/** One commit holds at most so many writes, and begins no further one after so many milliseconds. */
const MOST_TOGETHER = 100
const LONGEST_TOGETHER = 10

const savepoint = {
  open: CompiledQuery.raw('savepoint one'),
  undo: CompiledQuery.raw('rollback to one'),
  close: CompiledQuery.raw('release one'),
}

interface Turn {
  /** Do the work; answers how to tell that it is done. */
  work(tx: Tx): Promise<() => void>
  fail(error: unknown): void
}

/**
 * One write after another. Those that arrive together share one commit, which costs more than all else, and nobody is told of theirs
 * before it. Each has a savepoint, so one that fails leaves nothing behind and stops no other; if the commit itself fails, or a full
 * disk ends the transaction, each is done again alone, as PostgreSQL's are after a serialization failure.
 */
class WriteTurns {
  readonly #write: Kysely<Tables>
  readonly #waiting: Turn[] = []
  #running: Promise<void> | undefined

  constructor(write: Kysely<Tables>) {
    this.#write = write
  }

  take<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    // What the request made known (`currentRequest`) follows its own work only.
    const own = new AsyncResource('write')
    return new Promise((resolve, fail) => {
      this.#waiting.push({ work: async (tx) => own.runInAsyncScope(work, undefined, tx).then((answer) => () => resolve(answer)), fail })
      this.#running ??= this.#run()
    })
  }

  /** When nobody waits any more. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length) {
      await new Promise((resolve) => setImmediate(resolve))
      await (this.#waiting.length === 1 ? this.#alone(this.#waiting.splice(0)) : this.#together())
    }
    this.#running = undefined
  }

  async #alone(turns: readonly Turn[]): Promise<void> {
    for (const { work, fail } of turns)
      await this.#write
        .transaction()
        .execute(work)
        .then((tell) => tell(), fail)
  }

  async #together(): Promise<void> {
    const taken: Turn[] = []
    let outcomes: readonly (() => void)[]
    try {
      outcomes = await this.#write.transaction().execute((tx) => this.#inSavepoints(tx, taken))
    } catch {
      return this.#alone(taken.length ? taken : this.#waiting.splice(0))
    }
    for (const tell of outcomes) tell()
  }

  /** Do what waits, each write within a savepoint; answers how to tell the outcomes. */
  async #inSavepoints(tx: Tx, taken: Turn[]): Promise<readonly (() => void)[]> {
    const begun = performance.now()
    const outcomes: (() => void)[] = []
    while (taken.length < MOST_TOGETHER && performance.now() - begun < LONGEST_TOGETHER) {
      const turn = this.#waiting.shift()
      if (!turn) break
      taken.push(turn)
      await tx.executeQuery(savepoint.open)
      const outcome = await turn.work(tx).catch(async (error: unknown) => {
        await tx.executeQuery(savepoint.undo)
        return () => turn.fail(error)
      })
      await tx.executeQuery(savepoint.close)
      outcomes.push(outcome)
    }
    return outcomes
  }
}

/** One SQLite file: one writer, and reads on separate connections, long ones in other threads. */
export function openSqlite(file: string, options: SqliteOptions = {}): Database {
  mkdirSync(dirname(file), { recursive: true })
  const lock = lockFolder(file)
  const versions = new TableVersions()
  const write = kyselyOver(writingConnection(file, options.synchronous ?? 'FULL'), versions)
  const { read, brief, rows, close } = sqliteReaders(sqliteConnection(file, { readonly: true }), {
    longestRead: options.longestRead ?? LONGEST_READ,
  })
  const turns = new WriteTurns(write)
  return {
    dialect: 'sqlite',
    versions,
    read,
    steady: read,
    brief,
    rows,
    write: (work) => turns.take(work),
    lock: () => Promise.resolve(),
    alone: (_name, work) => work(),
    async close() {
      await turns.idle()
      await close()
      await write.destroy()
      lock.close()
    },
  }
}
