import type BetterSqlite3 from 'better-sqlite3'
import {
  Kysely,
  SqliteDialect,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Reader, Tables } from '../contract.ts'
import type { ReadRequest } from './read-worker.ts'
import { ReadWeights } from './read-weight.ts'
import { ReadingThreads, type ThreadOptions } from './reading-threads.ts'
import { cachePrepared } from './statement-cache.ts'

/** A statement that would write is executed too, so that the database itself refuses it. */
function readHere<R>(here: BetterSqlite3.Database, { sql, parameters }: ReadRequest): R[] {
  const statement = here.prepare<unknown[], R>(sql)
  if (statement.reader) return statement.all(parameters)
  statement.run(parameters)
  return []
}

interface Places {
  readonly here: BetterSqlite3.Database
  readonly threads: ReadingThreads
  readonly weights: ReadWeights
}

/** Reads at once what is short, and in another thread what may be long. */
class WeighingConnection implements DatabaseConnection {
  readonly #places: Places
  readonly #takesFirst: boolean

  constructor(places: Places, takesFirst: boolean) {
    this.#places = places
    this.#takesFirst = takesFirst
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { here, threads, weights } = this.#places
    const isLong = weights.mayBeLong(sql, parameters, this.#takesFirst)
    const began = performance.now()
    const { rows, took } = isLong
      ? await threads.read<R>({ sql, parameters })
      : { rows: readHere<R>(here, { sql, parameters }), took: performance.now() - began }
    weights.took(sql, took)
    return { rows }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery(query)
  }
}

const noTransaction = (): Promise<never> => Promise.reject(new Error('reads need no transaction; db.write has one'))

class ReadDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  init = () => Promise.resolve()
  acquireConnection = () => Promise.resolve(this.#connection)
  releaseConnection = () => Promise.resolve()
  beginTransaction = noTransaction
  commitTransaction = noTransaction
  rollbackTransaction = noTransaction
  destroy = () => Promise.resolve()
}

/**
 * SQLite plans a statement anew at each execution if it has looked at one of its values, which takes as long as reading a page: the limit,
 * and what a row equals when the order is given. It does not look at an expression, and `+?` is the value itself.
 */
class ReadCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

class ReadDialect extends SqliteDialect {
  readonly #driver: Driver

  constructor(database: BetterSqlite3.Database, driver: Driver) {
    super({ database })
    this.#driver = driver
  }

  override createDriver(): Driver {
    return this.#driver
  }

  override createQueryCompiler(): QueryCompiler {
    return new ReadCompiler()
  }
}

/** The readers of a database file, over one connection and the threads for what may be long. */
export function sqliteReaders(
  connection: BetterSqlite3.Database,
  options: ThreadOptions,
): { readonly read: Reader; readonly brief: Reader; close(): Promise<void> } {
  const weights = new ReadWeights(connection.prepare.bind(connection))
  cachePrepared(connection)
  const threads = new ReadingThreads(connection.name, options)
  const close = async () => {
    await threads.close()
    connection.close()
  }
  const reader = (takesFirst: boolean) => {
    const driver = new ReadDriver(new WeighingConnection({ here: connection, threads, weights }, takesFirst))
    return new Kysely<Tables>({ dialect: new ReadDialect(connection, driver) })
  }
  return { read: reader(false), brief: reader(true), close }
}
