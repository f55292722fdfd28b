import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { SqlStatement } from './database.ts'
import { isText, type SendStatements } from './named-statements.ts'
import type { StatementAnswer } from './postgres-batch.ts'
import { OpenWrites, writtenTable, type TableVersions } from './table-versions.ts'

const begin: SqlStatement = { sql: 'begin', parameters: [] }
const commit: SqlStatement = { sql: 'commit', parameters: [] }
const rollback: SqlStatement = { sql: 'rollback', parameters: [] }

const counted: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const resultOf = <Row>({ command, rowCount, rows }: StatementAnswer): QueryResult<Row> => ({
  ...(counted.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
  // What the statement selects is known to its caller alone, as everywhere in the query builder.
  rows: rows as Row[],
})

/** An error that arrives over a connection does not know who asked. */
function withCallers(error: unknown): unknown {
  const [, ...callers] = new Error('asked here').stack?.split('\n') ?? []
  if (error instanceof Error) error.stack = [error.stack, ...callers].join('\n')
  return error
}

/**
 * A connection of PostgreSQL for one transaction, which begins in one packet with its first statements. One that asks nothing is not
 * sent at all, and one that has ended with its last statements is not ended again. Nothing is sent after its end, or once a statement has
 * failed: it would be stored by itself.
 */
export class TransactionConnection implements DatabaseConnection {
  #state: 'unsent' | 'open' | 'failed' | 'ending' | 'over' = 'unsent'
  /** When the answer to its commit is known. */
  #ended: Promise<unknown> | undefined
  readonly #send: SendStatements
  readonly #writes: OpenWrites

  constructor(send: SendStatements, versions: TableVersions) {
    this.#send = send
    this.#writes = new OpenWrites(versions)
  }

  /** Execute statements one behind the other; the last one may be the commit, which is left out with the others if one fails. */
  executeTogether<Row>(statements: readonly SqlStatement[]): Promise<QueryResult<Row>[]> {
    return this.#execute(statements, (answers) => answers.map((answer) => resultOf<Row>(answer)))
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#execute([query], ([answer]) => (answer ? resultOf<Row>(answer) : { rows: [] }))
  }

  streamQuery(): never {
    throw new Error('a transaction streams nothing')
  }

  /** End it, unless its last statements did. */
  async commit(): Promise<void> {
    if (this.#state === 'unsent') this.#state = 'over'
    else if (this.#ended) await this.#ended
    else await this.#execute([commit], () => undefined)
  }

  async rollback(): Promise<void> {
    await this.#ended?.catch(() => undefined)
    const isOpen = this.#state === 'open' || this.#state === 'failed'
    this.#state = 'over'
    if (isOpen) await this.#send([rollback])
  }

  #execute<T>(statements: readonly SqlStatement[], read: (answers: StatementAnswer[]) => T): Promise<T> {
    if (this.#state === 'failed') return Promise.reject(new Error('a statement of the transaction has failed'))
    if (this.#state === 'ending' || this.#state === 'over') return Promise.reject(new Error('the transaction is over'))
    if (!statements.length) return Promise.resolve(read([]))
    const begins = this.#state === 'unsent'
    const ends = statements.at(-1)?.sql === commit.sql
    this.#state = ends ? 'ending' : 'open'
    for (const { sql } of statements) if (sql !== commit.sql) this.#writes.note(writtenTable(sql))
    const answered = (answers: StatementAnswer[]): T => {
      if (ends) this.#end(answers.at(-1))
      return read(answers.length > statements.length ? answers.slice(1) : answers)
    }
    const failed = (error: unknown): never => {
      // What follows a statement that fails is left out, a commit too: the transaction is still to be ended.
      if (this.#state !== 'over') this.#state = 'failed'
      throw withCallers(error)
    }
    const answer = this.#send(begins ? begun(statements) : statements).then(answered, failed)
    if (ends) this.#ended = answer
    return answer
  }

  #end(answer: StatementAnswer | undefined): void {
    this.#state = 'over'
    // PostgreSQL answers the commit of a transaction in which a statement has failed by a rollback, and calls that no error.
    if (answer?.command !== 'COMMIT') throw new Error('a statement of the transaction has failed, and nothing of it is stored')
    this.#writes.committed()
  }
}

/** The first statements of a transaction; a text that may be several statements begins it itself. */
function begun(statements: readonly SqlStatement[]): readonly SqlStatement[] {
  const [first] = statements
  return first && isText(statements) ? [{ ...first, sql: `${begin.sql}; ${first.sql}` }] : [begin, ...statements]
}
