import type { Engine, Guard, Model, RuleContext, Rules, Tx, WriteRequest } from '../contract.ts'
import type { ScopeCatalog } from '../query/row-scope.ts'
import type { Draft } from './drafts/draft.ts'
import type { Transactions } from './watched-transactions.ts'

/** What writing needs of the engine. */
export interface Writers extends ScopeCatalog {
  readonly engine: Engine
  readonly rules: Readonly<Record<string, Rules>>
  readonly transactions: Pick<Transactions, 'tell'>
}

/** A request whose guard is settled. */
export type GuardedRequest = Omit<WriteRequest, 'guard'> & { readonly guard: Guard | undefined }

/** One set of rows of one entity on its way into an open transaction. */
export interface Write {
  readonly writers: Writers
  readonly tx: Tx
  readonly model: Model
  readonly request: GuardedRequest
  /** What the rules of the entity are told. */
  readonly context: RuleContext
  /** When, as its rows will say. */
  readonly time: string
}

/** One thing that is asked of the rows of a write, or done to them, before they are stored. It may refuse rows. */
export type Step = (write: Write, drafts: readonly Draft[]) => Promise<void> | void
