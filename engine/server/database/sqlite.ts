import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Database, Tables, Tx } from '../contract.ts'
import { cachePrepared } from './statement-cache.ts'

interface SqliteOptions {
  /** FULL keeps the last commits after a power cut; NORMAL is faster and does not. */
  readonly synchronous?: 'FULL' | 'NORMAL'
}

function connect(file: string, readonly: boolean, synchronous: string): BetterSqlite3.Database {
  const db = new BetterSqlite3(file, { readonly, timeout: 5000 })
  if (!readonly) {
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${synchronous}`)
  }
  db.pragma('foreign_keys = ON')
  db.pragma('cache_size = -65536')
  db.pragma('temp_store = MEMORY')
  cachePrepared(db)
  return db
}

const kyselyOver = (database: BetterSqlite3.Database) => new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })

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

/** One SQLite file: one writer, and reads on a separate connection. */
export function openSqlite(file: string, options: SqliteOptions = {}): Database {
  mkdirSync(dirname(file), { recursive: true })
  const lock = lockFolder(file)
  const write = kyselyOver(connect(file, false, options.synchronous ?? 'FULL'))
  const read = kyselyOver(connect(file, true, 'OFF'))
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const turn = last.then(() => write.transaction().execute(work))
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    dialect: 'sqlite',
    read,
    steady: read,
    write: inTurn,
    lock: () => Promise.resolve(),
    alone: (_name, work) => work(),
    async close() {
      await last
      await read.destroy()
      await write.destroy()
      lock.close()
    },
  }
}
