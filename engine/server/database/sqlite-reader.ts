import type BetterSqlite3 from 'better-sqlite3'
import {
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Database, Reader, SqlStatement, Tables } from '../contract.ts'
import { ReadWeights, type Weight } from './read-weight.ts'
import { ReadingThreads, type ThreadOptions } from './reading-threads.ts'

/** A statement that would write is executed too, so that the database itself refuses it. */
function readHere<R>(here: BetterSqlite3.Database, weight: Weight, { sql, parameters }: SqlStatement): R[] {
  const statement = (weight.statement ??= here.prepare<unknown[]>(sql))
  if (statement.reader) return statement.all(parameters) as R[]
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

  rows<R>(statement: SqlStatement): R[] | Promise<R[]> {
    const { here, weights } = this.#places
    const weight = weights.of(statement.sql, statement.parameters)
    if (weights.mayBeLong(weight, this.#takesFirst)) return this.#rowsElsewhere(statement, weight)
    const clock = weights.clockFor(weight)
    const began = clock()
    const rows = readHere<R>(here, weight, statement)
    weights.took(weight, clock() - began)
    return rows
  }

  async #rowsElsewhere<R>({ sql, parameters }: SqlStatement, weight: Weight): Promise<R[]> {
    const { threads, weights } = this.#places
    const { rows, took } = await threads.read<R>({ sql, parameters })
    weights.took(weight, took)
    return rows
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: await this.rows<R>(query) }
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

/** Reads need not wait for each other; without this, the query builder queues them. */
class ReadAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
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

  override createAdapter(): SqliteAdapter {
    return new ReadAdapter()
  }

  override createQueryCompiler(): QueryCompiler {
    return new ReadCompiler()
  }
}

/** The readers of a database file, over one connection and the threads for what may be long. */
export function sqliteReaders(
  connection: BetterSqlite3.Database,
  options: ThreadOptions,
): Pick<Database, 'read' | 'rows' | 'close'> & { readonly brief: Reader } {
  const weights = new ReadWeights(connection.prepare.bind(connection))
  const threads = new ReadingThreads(connection.name, options)
  const close = async () => {
    await threads.close()
    connection.close()
  }
  const places = { here: connection, threads, weights }
  const all = new WeighingConnection(places, false)
  const first = new WeighingConnection(places, true)
  const readerOver = (one: DatabaseConnection) => new Kysely<Tables>({ dialect: new ReadDialect(connection, new ReadDriver(one)) })
  return {
    read: readerOver(all),
    brief: readerOver(first),
    rows: (statement, { brief }) => (brief ? first : all).rows(statement),
    close,
  }
}
