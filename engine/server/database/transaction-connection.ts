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
  async executeTogether<Row>(statements: readonly ReadStatement[]): Promise<QueryResult<Row>[]> {
    return (await this.#execute(statements)).map((answer) => resultOf<Row>(answer))
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const [answer] = await this.#execute([query])
    return answer ? resultOf<Row>(answer) : { rows: [] }
  }

  streamQuery(): never {
    throw new Error('a transaction streams nothing')
  }

  async commit(): Promise<void> {
    if (this.#state === 'open') await this.#execute([commit])
    else this.#state = 'ended'
  }

  async rollback(): Promise<void> {
    const wasOpen = this.#state === 'open'
    this.#state = 'ended'
    if (wasOpen) await this.#send([rollback])
  }

  async #execute(statements: readonly ReadStatement[]): Promise<StatementAnswer[]> {
    if (this.#state === 'ended') throw new Error('the transaction has ended')
    const begins = this.#state === 'unsent'
    const ends = statements.at(-1)?.sql === commit.sql
    this.#state = ends ? 'ended' : 'open'
    for (const { sql } of ends ? statements.slice(0, -1) : statements) this.#writes.note(writtenTable(sql))
    try {
      const answers = await (begins ? this.#begin(statements) : this.#send(statements))
      // As soon as it is known to be stored.
      if (ends) this.#writes.committed()
      return answers
    } catch (error) {
      // What follows a statement that fails is left out, a commit too: the transaction is still to be ended.
      this.#state = 'open'
      throw error
    }
  }

  async #begin(statements: readonly ReadStatement[]): Promise<StatementAnswer[]> {
    if (!statements.some(mayBeMany)) return (await this.#send([begin, ...statements])).slice(1)
    await this.#send([begin])
    return this.#send(statements)
  }
}
