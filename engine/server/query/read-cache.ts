import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SharedState } from '../database/shared-state.ts'

const MOST_KEPT = 5000
/** How long (milliseconds) is kept what may change without this node hearing of it. */
export const UNHEARD_LIFETIME = 2000

/** A longer key is kept as its digest. */
const LONGEST_KEY = 200
const nameOf = (key: string): string => (key.length > LONGEST_KEY ? createHash('sha1').update(key).digest('base64') : key)

/** Any table that the engine writes. */
export const anyTable = '*'

/** How to read a value, and the tables that it is read from, with `anyTable` if a scope may reach any of them. */
export interface KeptRead<Value> {
  readonly tables: readonly string[]
  read(): Promise<Value>
}

interface ReadCacheOptions {
  /** How many values are kept. */
  readonly most?: number
  /** Of a database that others write too: what they have written, a moment ago. Without it nobody else does. */
  shared?(): SharedState | Promise<SharedState>
  /** How often a table was written by others than the engine, which says so of its own writes. */
  besides?(table: string): number
}

interface Kept<Value> {
  readonly tables: readonly string[]
  readonly value: Promise<Value>
  readonly versions: string
  /** What others had written before it was read. */
  readonly state: string | undefined
  /** When reading began, then when it ended, or when nobody had written anything since. */
  at: number
}

/** What was read from the tables, such as a count per filter, kept until one of them is written. */
export class ReadCache<Value> {
  readonly #kept: LRUCache<string, Kept<Value>>
  readonly #versions = new Map<string, number>()
  readonly #shared: ReadCacheOptions['shared']
  readonly #besides: (table: string) => number
  #all = 0

  constructor({ most = MOST_KEPT, shared, besides = () => 0 }: ReadCacheOptions = {}) {
    this.#kept = new LRUCache<string, Kept<Value>>({ max: most })
    this.#shared = shared
    this.#besides = besides
  }

  /** Record that these tables were written. */
  written(tables: Iterable<string>): void {
    this.#all++
    for (const table of tables) this.#versions.set(table, (this.#versions.get(table) ?? 0) + 1)
  }

  /** The cached value, if it is current. */
  known(key: string): Promise<Value> | undefined {
    const cached = this.#kept.get(nameOf(key))
    return cached && this.#isCurrent(cached) ? cached.value : undefined
  }

  /** The cached value, the one that somebody else waits for, or the one that `reading` finds. */
  async get(key: string, reading: () => KeptRead<Value>): Promise<Value> {
    const name = nameOf(key)
    const cached = this.#kept.get(name)
    if (cached && this.#isCurrent(cached)) return cached.value
    const shared = await this.#shared?.()
    const still = this.#kept.get(name)
    if (still && (this.#isCurrent(still) || this.#isStill(still, shared))) return still.value
    const { tables, read } = reading()
    const kept: Kept<Value> = { tables, versions: this.#versionsOf(tables), state: shared?.state, at: Date.now(), value: read() }
    this.#kept.set(name, kept)
    try {
      return await kept.value
    } catch (error) {
      if (this.#kept.get(name) === kept) this.#kept.delete(name)
      throw error
    } finally {
      kept.at = Date.now()
    }
  }

  /** Scopes also depend on the clock, which no version knows. */
  #isCurrent({ tables, versions, at }: Kept<Value>): boolean {
    if (versions !== this.#versionsOf(tables)) return false
    return (!this.#shared && !tables.includes(anyTable)) || Date.now() - at < UNHEARD_LIFETIME
  }

  /** Nobody has written anything since it was read; then it is as good as one that was read at that moment. */
  #isStill(kept: Kept<Value>, shared: SharedState | undefined): boolean {
    const { tables, versions, state } = kept
    if (!shared || shared.state !== state || tables.includes(anyTable) || versions !== this.#versionsOf(tables)) return false
    kept.at = Math.max(kept.at, shared.at)
    return Date.now() - kept.at < UNHEARD_LIFETIME
  }

  #versionsOf(tables: readonly string[]): string {
    return tables.map((table) => (table === anyTable ? this.#all : (this.#versions.get(table) ?? 0) + this.#besides(table))).join()
  }
}
