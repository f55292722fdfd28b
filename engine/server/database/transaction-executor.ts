import { DefaultQueryExecutor, type AbortableQueryOptions, type CompiledQuery, type Dialect, type QueryResult } from 'kysely'
import type { TransactionConnection } from './transaction-connection.ts'

const isOver = () => new Error('the transaction is over')

/**
 * Executes over the connection of one transaction, without the query builder's queue, in which each statement waits for the answer of the one
 * before: the connection keeps their order, and sends what is asked within one turn in one packet. A transaction that is over executes
 * nothing more, for its connection may be another's.
 */
export class TransactionExecutor extends DefaultQueryExecutor {
  #connection: TransactionConnection | undefined

  constructor(dialect: Dialect, connection: TransactionConnection) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), {
      provideConnection: async (ask) => {
        if (!this.#connection) throw isOver()
        return ask(this.#connection)
      },
    })
    this.#connection = connection
  }

  override executeQuery<Row>(query: CompiledQuery, options?: AbortableQueryOptions): Promise<QueryResult<Row>> {
    if (options?.signal) return super.executeQuery<Row>(query, options)
    return this.#connection ? this.#connection.executeQuery<Row>(query) : Promise.reject(isOver())
  }

  /** Execute statements one behind the other, with one answer to wait for. */
  executeTogether<Row>(queries: readonly CompiledQuery[]): Promise<QueryResult<Row>[]> {
    return this.#connection ? this.#connection.executeTogether<Row>(queries) : Promise.reject(isOver())
  }

  end(): void {
    this.#connection = undefined
  }
}
