import type { Engine, Guard, Model, RuleContext, Rules, Tx, UniqueRule, ValueRules, WriteRequest } from '../contract.ts'
import type { WireRow } from '../../schema/index.ts'
import type { KnownStatement, KnownStatements } from '../database/known-statements.ts'
import type { SqlContext } from '../query/column-sql.ts'
import type { Draft } from './drafts/draft.ts'
import type { Transactions } from './watched-transactions.ts'

/** What is needed to write rows. */
export interface WriteContext extends SqlContext {
  readonly engine: Engine
  readonly statements: KnownStatements
  readonly rules: Readonly<Record<string, Rules>>
  readonly transactions: Pick<Transactions, 'tell' | 'note' | 'isSilent'>
  readonly valueRules: ValueRules | undefined
}

/** A request whose guard is decided. */
export type GuardedRequest = Omit<WriteRequest, 'guard'> & { readonly guard: Guard | undefined }

/** How a written row is read again for its answer. */
export interface Reread {
  statementOf(id: string): KnownStatement<WireRow>
  /** What was read in the same journey as the row was stored; undefined if it has to be read after what follows the write. */
  rows: WireRow[] | undefined
  /** Nothing else is written in the transaction of the row. */
  readonly isLast: boolean
}

/** One set of rows of one entity on its way into an open transaction. */
export interface Write {
  readonly context: WriteContext
  readonly tx: Tx
  readonly model: Model
  readonly request: GuardedRequest
  /** What the entity's rules receive. */
  readonly ruleContext: RuleContext
  /** The time of the write, as its rows will record it. */
  readonly time: string
  readonly reread?: Reread | undefined
  /** Who holds the values of unique rules that were asked for early. */
  readonly askedHolders: Map<UniqueRule, Promise<ReadonlyMap<string, readonly string[]>>>
}

/** One check of the rows of a write, or one change to them, before they are stored. It may refuse rows. */
export type WriteStep = (write: Write, drafts: readonly Draft[]) => Promise<void> | void
