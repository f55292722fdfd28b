import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SharedState } from '../database/shared-state.ts'

const MOST_COUNTS = 5000
/** How long (milliseconds) counts and rows are kept that may change without this node hearing of it. */
export const UNHEARD_LIFETIME = 2000

/** A longer key is kept as its digest. */
const LONGEST_KEY = 200
const nameOf = (key: string): string => (key.length > LONGEST_KEY ? createHash('sha1').update(key).digest('base64') : key)

/** Any table that the engine writes. */
export const anyTable = '*'

/** How to count, and the tables that are counted over, with `anyTable` if a scope may reach any of them. */
export interface Counting {
  readonly tables: readonly string[]
  count(): Promise<number>
}

interface CountCacheOptions {
  /** Of a database that others write too: what they have written, a moment ago. Without it nobody else does. */
  shared?(): SharedState | Promise<SharedState>
  /** How often a table was written by others than the engine, which says so of its own writes. */
  besides?(table: string): number
}

interface Counted extends Pick<Counting, 'tables'> {
  readonly count: Promise<number>
  readonly versions: string
  /** What others had written before it was counted. */
  readonly state: string | undefined
  /** When counting began, then when it ended, or when nobody had written anything since. */
  at: number
}

/** Counts per filter, kept until one of the tables they were counted over is written. */
export class CountCache {
  readonly #counts = new LRUCache<string, Counted>({ max: MOST_COUNTS })
  readonly #versions = new Map<string, number>()
  readonly #shared: CountCacheOptions['shared']
  readonly #besides: (table: string) => number
  #all = 0

  constructor({ shared, besides = () => 0 }: CountCacheOptions = {}) {
    this.#shared = shared
    this.#besides = besides
  }

  /** Record that these tables were written. */
  written(tables: Iterable<string>): void {
    this.#all++
    for (const table of tables) this.#versions.set(table, (this.#versions.get(table) ?? 0) + 1)
  }

  /** The cached count, if it is current. */
  known(key: string): Promise<number> | undefined {
    const cached = this.#counts.get(nameOf(key))
    return cached && this.#isCurrent(cached) ? cached.count : undefined
  }

  /** The cached count, the one that somebody else waits for, or the one that `counting` finds. */
  async get(key: string, counting: () => Counting): Promise<number> {
    const name = nameOf(key)
    const cached = this.#counts.get(name)
    if (cached && this.#isCurrent(cached)) return cached.count
    const shared = await this.#shared?.()
    const kept = this.#counts.get(name)
    if (kept && (this.#isCurrent(kept) || this.#isStill(kept, shared))) return kept.count
    const { tables, count } = counting()
    const counted: Counted = { tables, versions: this.#versionsOf(tables), state: shared?.state, at: Date.now(), count: count() }
    this.#counts.set(name, counted)
    try {
      return await counted.count
    } catch (error) {
      if (this.#counts.get(name) === counted) this.#counts.delete(name)
      throw error
    } finally {
      counted.at = Date.now()
    }
  }

  /** Scopes also depend on the clock, which no version knows. */
  #isCurrent({ tables, versions, at }: Counted): boolean {
    if (versions !== this.#versionsOf(tables)) return false
    return (!this.#shared && !tables.includes(anyTable)) || Date.now() - at < UNHEARD_LIFETIME
  }

  /** Nobody has written anything since it was counted; then it is as good as one that was counted at that moment. */
  #isStill(counted: Counted, shared: SharedState | undefined): boolean {
    const { tables, versions, state } = counted
    if (!shared || shared.state !== state || tables.includes(anyTable) || versions !== this.#versionsOf(tables)) return false
    counted.at = Math.max(counted.at, shared.at)
    return Date.now() - counted.at < UNHEARD_LIFETIME
  }

  #versionsOf(tables: Counting['tables']): string {
    return tables.map((table) => (table === anyTable ? this.#all : (this.#versions.get(table) ?? 0) + this.#besides(table))).join()
  }
}
