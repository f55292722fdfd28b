import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { ReadStatement } from './database.ts'
import { mayBeMany, type SendStatements } from './named-statements.ts'
import type { StatementAnswer } from './postgres-batch.ts'
import { OpenWrites, writtenTable, type TableVersions } from './table-versions.ts'

const begin: ReadStatement = { sql: 'begin', parameters: [] }
const commit: ReadStatement = { sql: 'commit', parameters: [] }
const rollback: ReadStatement = { sql: 'rollback', parameters: [] }

const counted: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const resultOf = <Row>({ command, rowCount, rows }: StatementAnswer): QueryResult<Row> => ({
  ...(counted.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
  // What the statement selects is known to its caller alone, as everywhere in the query builder.
  rows: rows as Row[],
})

/**
 * A connection of PostgreSQL for one transaction, which begins in one packet with its first statements. One that asks nothing is not
 * sent at all, and one that has ended with its last statements is not ended again.
 */
export class TransactionConnection implements DatabaseConnection {
  #state: 'unsent' | 'open' | 'ended' = 'unsent'
  readonly #send: SendStatements
  readonly #writes: OpenWrites

  constructor(send: SendStatements, versions: TableVersions) {
    this.#send = send
    this.#writes = new OpenWrites(versions)
  }

  /** Execute statements one behind the other; the last one may be the commit, which is left out with the others if one fails. */
  executeTogether<Row>(statements: readonly ReadStatement[]): Promise<QueryResult<Row>[]> {
    return this.#execute(statements, (answers) => answers.map((answer) => resultOf<Row>(answer)))
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#execute([query], ([answer]) => (answer ? resultOf<Row>(answer) : { rows: [] }))
  }

  streamQuery(): never {
    throw new Error('a transaction streams nothing')
  }

  async commit(): Promise<void> {
    if (this.#state === 'open') await this.#execute([commit], () => undefined)
    else this.#state = 'ended'
  }

  async rollback(): Promise<void> {
    const wasOpen = this.#state === 'open'
    this.#state = 'ended'
    if (wasOpen) await this.#send([rollback])
  }

  #execute<T>(statements: readonly ReadStatement[], read: (answers: StatementAnswer[]) => T): Promise<T> {
    if (this.#state === 'ended') return Promise.reject(new Error('the transaction has ended'))
    const begins = this.#state === 'unsent'
    const ends = statements.at(-1)?.sql === commit.sql
    this.#state = ends ? 'ended' : 'open'
    for (const { sql } of statements) if (sql !== commit.sql) this.#writes.note(writtenTable(sql))
    const answered = (answers: StatementAnswer[]): T => {
      // PostgreSQL answers the commit of a transaction in which a statement has failed by a rollback, and calls that no error.
      if (ends && answers.at(-1)?.command !== 'COMMIT')
        throw new Error('a statement of the transaction had failed, nothing of it is stored')
      // As soon as it is known to be stored.
      if (ends) this.#writes.committed()
      if (answers.length > statements.length) answers.shift()
      return read(answers)
    }
    const failed = (error: unknown): never => {
      // What follows a statement that fails is left out, a commit too: the transaction is still to be ended.
      this.#state = 'open'
      throw error
    }
    return (begins ? this.#begin(statements) : this.#send(statements)).then(answered, failed)
  }

  /** Begin with these statements; `begin` is answered before them, unless it had to be waited for. */
  #begin(statements: readonly ReadStatement[]): Promise<StatementAnswer[]> {
    if (statements.some(mayBeMany)) return this.#send([begin]).then(() => this.#send(statements))
    return this.#send([begin, ...statements])
  }
}
