import { randomInt, randomUUID } from 'node:crypto'
import { CompiledQuery, type DatabaseConnection, type QueryExecutorProvider, type QueryResult, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import { chunksOf } from '../chunks.ts'
import type { Database, Reader } from '../contract.ts'
import { TransactionExecutor } from './transaction-executor.ts'

const MOST_KNOWN = 2000

/** Where a statement is executed, whichever types its tables have. */
type Place = Pick<Reader, 'executeQuery' | 'getExecutor'>

/** Where rows are read; in an open transaction there is only its own reader. */
export type Readers = Pick<Database, 'read' | 'steady' | 'brief'> & Partial<Pick<Database, 'rows'>>

interface Compiled {
  readonly query: CompiledQuery
  readonly steady: boolean
  readonly brief: boolean
  readonly scoped: boolean
  readonly tables: Built<unknown>['tables']
}

interface Known extends Compiled {
  /** For each parameter, the index of the caller's value that it takes, or -1 if the shape itself determines it. */
  readonly takes: readonly number[]
}

/** One statement of a shape that may have been seen before. */
export interface KnownStatement<Row> {
  /** What determines the SQL and all parameters except the caller's values; undefined if the statement has to be built each time. */
  readonly shape: string | undefined
  readonly values: readonly unknown[]
  /** Build the statement over these values: the caller's, or marks in their place. */
  build(values: readonly unknown[]): Built<Row>
}

interface Built<Row> {
  readonly query: RawBuilder<Row>
  /** Whether one plan serves all values (`Database.steady`). */
  readonly steady?: boolean
  /** Whether an index gives the rows in order and nothing excludes one after the other (`Database.brief`). */
  readonly brief?: boolean
  /** Whether a scope limits its rows. */
  readonly scoped?: boolean
  /** The tables that it reads, for a count that is kept until one of them is written. */
  readonly tables?: readonly string[]
}

/** More are not sent without reading answers. */
const MOST_SENT = 100

/** Where each is answered at once: on SQLite. Outside a transaction of PostgreSQL nothing is asked together. */
async function oneByOne<Row>(connection: DatabaseConnection, queries: readonly CompiledQuery[]): Promise<QueryResult<Row>[]> {
  const answers: QueryResult<Row>[] = []
  for (const query of queries) answers.push(await connection.executeQuery<Row>(query))
  return answers
}

/** The answers to compiled statements, in a transaction of PostgreSQL without waiting in between. */
export function sendTogether<Row>(db: Place, queries: readonly CompiledQuery[]): Promise<QueryResult<Row>[]> {
  const executor = db.getExecutor()
  const ask = (some: readonly CompiledQuery[]): Promise<QueryResult<Row>[]> =>
    executor instanceof TransactionExecutor
      ? executor.executeTogether<Row>(some)
      : executor.provideConnection((connection) => oneByOne<Row>(connection, some))
  return queries.length > MOST_SENT ? inParts(ask, queries) : ask(queries)
}

async function inParts<Row>(
  ask: (some: readonly CompiledQuery[]) => Promise<QueryResult<Row>[]>,
  queries: readonly CompiledQuery[],
): Promise<QueryResult<Row>[]> {
  const answers: QueryResult<Row>[] = []
  for (const some of chunksOf(queries, MOST_SENT)) answers.push(...(await ask(some)))
  return answers
}

/** The rows of a compiled statement for a reader, by the plan that serves it best. */
export function compiledRows<Row>(
  db: Readers,
  query: CompiledQuery,
  { steady, brief }: Pick<Compiled, 'steady' | 'brief'>,
): Row[] | Promise<Row[]> {
  if (db.rows) return db.rows<Row>(query, { steady, brief })
  const reader = (brief ? db.brief : undefined) ?? (steady ? db.steady : db.read)
  return reader.executeQuery<Row>(query).then(({ rows }) => rows)
}

const commit = CompiledQuery.raw('commit')

const markFor = (value: unknown): string | number => (typeof value === 'number' ? randomInt(2 ** 40, 2 ** 47) : randomUUID())

/**
 * Compiled statements by shape, of reads and writes: a small statement costs more to build than SQLite needs to run it.
 * Which parameter is whose is learned from random marks, never from what a request happens to ask:
 * a value that equals one of the statement's own limits must not take that limit's place.
 *
 * What would break it, and answer one request with the statement of another:
 * - Something decides the SQL or its own parameters that the shape does not name. A scope, a rule's filter or a derivation
 *   may read of the actor what `wholeActor` names, of the time the day of the selection, and nothing else; a new limit on
 *   what somebody sees belongs in `askedBy`.
 * - `build` looks at a value: it branches on it, or works out another parameter from it. It sees a mark, and only once. Values
 *   stand in the statement as they are, so they are read (`plainValue`) before they get here, and what would be read
 *   differently (`*x*`, `a,b`, `!x`) is no value.
 * - One shape gets now a text, now a number, and `build` treats them differently: the mark was of one type.
 * - Schemas or rules change while the engine runs. It would have to be created again, as `npm run dev` does.
 * A value that is changed on its way, or left out, is noticed: its mark is missing, and the statement is built each time.
 */
export class KnownStatements {
  readonly #known = new LRUCache<string, Known | 'unknowable'>({ max: MOST_KNOWN })

  /** Rows for a reader, by the plan that serves the statement best. */
  rows<Row>(db: Readers, statement: KnownStatement<Row>): Row[] | Promise<Row[]> {
    const compiled = this.compile(db.read, statement)
    return compiledRows(db, compiled.query, compiled)
  }

  /** Execute the statement where it belongs, such as in an open transaction. */
  run<Row>(db: Place, statement: KnownStatement<Row>): Promise<QueryResult<Row>> {
    return db.executeQuery<Row>(this.compile(db, statement).query)
  }

  /**
   * Execute statements that do not depend on each other's answers, one behind the other in one journey to the database. In a transaction:
   * the first that fails fails them all.
   */
  together<Row>(db: Place, statements: readonly KnownStatement<Row>[]): Promise<QueryResult<Row>[]> {
    return sendTogether(db, this.#compileAll(db, statements))
  }

  /**
   * The same for the last statements of a transaction on PostgreSQL: its commit goes along, and is left out if one of them fails. What they
   * answer must not decide whether they are stored.
   */
  toTheEnd<Row>(db: Place, statements: readonly KnownStatement<Row>[]): Promise<QueryResult<Row>[]> {
    return sendTogether<Row>(db, [...this.#compileAll(db, statements), commit]).then((answers) => answers.slice(0, -1))
  }

  #compileAll(db: Place, statements: readonly KnownStatement<unknown>[]): CompiledQuery[] {
    return statements.map((statement) => this.compile(db, statement).query)
  }

  /** The compiled statement over the caller's values. */
  compile<Row>(db: QueryExecutorProvider, { shape, values, build }: KnownStatement<Row>): Compiled {
    const known = shape === undefined ? 'unknowable' : (this.#known.get(shape) ?? this.#learn(shape, values, { db, build }))
    if (known === 'unknowable') {
      const { query, scoped = false, tables } = build(values)
      return { query: query.compile(db), steady: false, brief: false, scoped, tables }
    }
    const { query, takes, steady, brief, scoped, tables } = known
    const { sql: text, query: node, queryId, parameters: own } = query
    const parameters = takes.map((taken, index) => (taken === -1 ? own[index] : values[taken]))
    return { query: { query: node, queryId, sql: text, parameters }, steady, brief, scoped, tables }
  }

  #learn<Row>(
    shape: string,
    values: readonly unknown[],
    { db, build }: { readonly db: QueryExecutorProvider } & Pick<KnownStatement<Row>, 'build'>,
  ): Known | 'unknowable' {
    const marks = values.map(markFor)
    const { query: built, steady = false, brief = false, scoped = false, tables } = build(marks)
    const query = built.compile(db)
    const places = new Map<unknown, number>(marks.map((mark, index) => [mark, index]))
    const takes = query.parameters.map((parameter) => places.get(parameter) ?? -1)
    const taken = new Set(takes)
    const known = marks.every((_, index) => taken.has(index)) ? { query, takes, steady, brief, scoped, tables } : 'unknowable'
    this.#known.set(shape, known)
    return known
  }
}
