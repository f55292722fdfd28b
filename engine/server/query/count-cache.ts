import { LRUCache } from 'lru-cache'

const MOST_COUNTS = 5000
/** On a database that other nodes write to as well, a count is kept this long (milliseconds). */
const SHARED_LIFETIME = 2000

/** Any table that the engine writes. */
export const anyTable = '*'

/** How to count, and the tables that are counted over, with `anyTable` if a scope may reach any of them. */
export interface Counting {
  readonly tables: readonly string[]
  count(): Promise<number>
}

interface Counted extends Pick<Counting, 'tables'> {
  readonly count: Promise<number>
  readonly versions: string
  /** When counting began, then when it ended. */
  at: number
}

/** Counts per filter, kept until one of the tables they were counted over is written. */
export class CountCache {
  readonly #counts = new LRUCache<string, Counted>({ max: MOST_COUNTS })
  readonly #versions = new Map<string, number>()
  readonly #shared: boolean
  readonly #besides: (table: string) => number
  #all = 0

  /** `besides`: how often a table was written by others than the engine, which says so of its own writes. */
  constructor(shared: boolean, besides: (table: string) => number = () => 0) {
    this.#shared = shared
    this.#besides = besides
  }

  /** Record that these tables were written. */
  written(tables: Iterable<string>): void {
    this.#all++
    for (const table of tables) this.#versions.set(table, (this.#versions.get(table) ?? 0) + 1)
  }

  /** The cached count, the one that somebody else waits for, or the one that `counting` finds. */
  async get(key: string, counting: () => Counting): Promise<number> {
    const cached = this.#counts.get(key)
    if (cached && cached.versions === this.#versionsOf(cached.tables) && (!this.#shared || Date.now() - cached.at < SHARED_LIFETIME))
      return cached.count
    const { tables, count } = counting()
    const counted: Counted = { tables, versions: this.#versionsOf(tables), at: Date.now(), count: count() }
    this.#counts.set(key, counted)
    try {
      return await counted.count
    } catch (error) {
      if (this.#counts.get(key) === counted) this.#counts.delete(key)
      throw error
    } finally {
      counted.at = Date.now()
    }
  }

  #versionsOf(tables: Counting['tables']): string {
    return tables.map((table) => (table === anyTable ? this.#all : (this.#versions.get(table) ?? 0) + this.#besides(table))).join()
  }
}
