import type { EngineOptions, FeedItem, Tx } from '../contract.ts'

/** What an open transaction has done so far. */
interface Doings {
  readonly entities: Set<string>
  readonly items: FeedItem[]
}

export interface Transactions {
  /** Record that a transaction writes an entity. */
  note(tx: Tx, entity: string): void
  /** Send this event when the transaction is committed. */
  tell(tx: Tx, item: FeedItem): void
  /** Whether the transaction has no event to send so far. */
  isSilent(tx: Tx): boolean
  run<T>(work: (tx: Tx) => Promise<T>, lock?: string): Promise<T>
}

/**
 * Transactions that know which entities they write and which events to send. Events are stored by their last statements, so that the
 * locks that keep event numbers in the order of the commits are held as briefly as possible.
 */
export function watchedTransactions(
  { db, feed }: Pick<EngineOptions, 'db' | 'feed'>,
  written: (entities: ReadonlySet<string>) => void,
): Transactions {
  const open = new WeakMap<Tx, Doings>()
  return {
    note(tx, entity) {
      open.get(tx)?.entities.add(entity)
    },
    tell(tx, item) {
      const doings = open.get(tx)
      if (!doings) throw new Error('what is told belongs to a transaction of engine.db.write')
      if (feed) doings.items.push(item)
    },
    isSilent: (tx) => open.get(tx)?.items.length === 0,
    async run(work, lock) {
      const { answer, entities, topics } = await db.write(async (tx) => {
        const doings: Doings = { entities: new Set(), items: [] }
        open.set(tx, doings)
        const answer = await work(tx)
        const topics = doings.items.length ? ((await feed?.store(tx, doings.items)) ?? []) : []
        return { answer, entities: doings.entities, topics }
      }, lock)
      if (entities.size) written(entities)
      if (topics.length || entities.size) await feed?.committed(topics, entities)
      return answer
    },
  }
}
