import type { Reader, Tx } from './transaction.ts'
import type { SharedState } from './shared-state.ts'
import type { TableVersions } from './table-versions.ts'

/** Milliseconds that a single reading statement may take: far more than any list needs. One that takes longer is stopped, so that it holds no place. */
export const LONGEST_READ = 10_000

/** A compiled statement. */
export interface SqlStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Which of the readers serves a statement best. */
interface ReadPlan {
  readonly steady: boolean
  readonly brief: boolean
}

/** One database, SQLite or PostgreSQL, behind one interface. */
export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  /** For reading; on SQLite a separate connection that cannot write. */
  readonly read: Reader
  /**
   * For reading with one plan for all values: by a key, or along a unique index. PostgreSQL then plans such a statement once instead
   * of at every execution, which would cost more than reading the rows of a page.
   */
  readonly steady: Reader
  /**
   * For the first rows in an order, when nothing excludes one row after the other: if an index gives the order, SQLite reads them at
   * once, where it would otherwise move to a thread what scans a large table. PostgreSQL reads elsewhere anyway and has none.
   */
  readonly brief?: Reader
  /** The rows of one statement, without what a query builder needs around it; SQLite has them at once unless it takes long. */
  rows<Row>(statement: SqlStatement, plan: ReadPlan): Row[] | Promise<Row[]>
  /** What this node has written. */
  readonly versions: TableVersions
  /** What any node has written, as it was at most a second ago; only PostgreSQL has other nodes. */
  shared?(): SharedState | Promise<SharedState>
  /**
   * Run one write transaction. `lock` names what must not happen twice at once (an advisory lock on PostgreSQL; SQLite has one writer
   * anyway). Inside, await only the database, or a turn of this thread: others wait for it.
   */
  write<T>(work: (tx: Tx) => Promise<T>, lock?: string): Promise<T>
  /** Wait for such a name inside an open transaction, and hold it until the transaction ends. Read what it protects only afterwards. */
  lock(tx: Tx, name: string): Promise<void>
  /** Do work of several transactions while no other node runs work with this name; a second process cannot open a SQLite file anyway. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}
