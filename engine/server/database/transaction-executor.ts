import { DefaultQueryExecutor, type AbortableQueryOptions, type CompiledQuery, type Dialect, type QueryResult } from 'kysely'
import type { TransactionConnection } from './transaction-connection.ts'

/**
 * Executes over the connection of one transaction, without the query builder's queue, in which each statement waits for the answer of the one
 * before: the connection keeps their order, and sends what is asked within one turn in one packet.
 */
export class TransactionExecutor extends DefaultQueryExecutor {
  readonly #connection: TransactionConnection

  constructor(dialect: Dialect, connection: TransactionConnection) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), { provideConnection: (ask) => ask(connection) })
    this.#connection = connection
  }

  override executeQuery<Row>(query: CompiledQuery, options?: AbortableQueryOptions): Promise<QueryResult<Row>> {
    return options?.signal ? super.executeQuery<Row>(query, options) : this.#connection.executeQuery<Row>(query)
  }

  /** Execute statements one behind the other, with one answer to wait for. */
  executeTogether<Row>(queries: readonly CompiledQuery[]): Promise<QueryResult<Row>[]> {
    return this.#connection.executeTogether<Row>(queries)
  }
}
