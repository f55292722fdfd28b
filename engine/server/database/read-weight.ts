import type BetterSqlite3 from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { processorTime } from './processor-time.ts'

const wallTime = (): number => performance.now()

const MOST_KNOWN = 2000
/** A table with so many rows is scanned within a few milliseconds, unless the read turns out to be long. */
const FEW_ROWS = 20_000
/** Reads that usually take longer (milliseconds) are long, no matter what their plan looks like. */
const LONG = 8
/** How much of what a read usually takes its last execution decides. */
const LAST_COUNTS = 0.3
/** So many executions are looked at more closely after a long one. */
const CLOSE_LOOKS = 50

interface Step {
  readonly opcode: string
  readonly p1: number
  readonly p2: number
}

/** What is known of one statement. */
export interface Weight {
  /** The statement on the connection that reads at once, since it was first executed there. */
  statement: BetterSqlite3.Statement | undefined
  /** Tables that the plan reads from one end, themselves or one of their indexes. */
  readonly scanned: readonly string[]
  /** Whether rows are sorted, so that the first is known only after the last is read. */
  readonly sorts: boolean
  /** Tables that a search by an index finds rows of: how many is not known before. */
  readonly searched: readonly string[]
  usual: number
  /** It was short once, so what it finds is little. */
  wasShort: boolean
  /** So many more executions are measured in processor time, because one took long. */
  closeLooks: number
}

/** Steps that begin at one end of a table or an index; a search begins in the middle. */
const fromOneEnd = new Set(['Rewind', 'Last', 'Count'])
const opens = new Set(['OpenRead', 'ReopenIdx'])

/**
 * Which reads may be long: those whose plan scans a large table, and those that sort what they find in one, until they were short once, and those that took long
 * the last few times.
 */
export class ReadWeights {
  readonly #prepare: BetterSqlite3.Database['prepare']
  readonly #weights = new LRUCache<string, Weight>({ max: MOST_KNOWN })
  readonly #sizes = new Map<string, BetterSqlite3.Statement<[], { n: number | null }>>()
  #tables = new Map<unknown, string>()

  /** `prepare` of the connection that reads at once. */
  constructor(prepare: BetterSqlite3.Database['prepare']) {
    this.#prepare = prepare
  }

  /** What is known of a statement, for the two questions below. */
  of(sql: string, parameters: readonly unknown[]): Weight {
    return this.#weights.get(sql) ?? this.#weigh(sql, parameters)
  }

  /** `takesFirst`: it ends after its first rows, unless it has to sort them. */
  mayBeLong({ usual, scanned, searched, sorts, wasShort }: Weight, takesFirst: boolean): boolean {
    if (usual > LONG) return true
    if (sorts && !wasShort && searched.some((table) => this.#rowsOf(table) > FEW_ROWS)) return true
    return scanned.length > 0 && (!takesFirst || sorts) && scanned.some((table) => this.#rowsOf(table) > FEW_ROWS)
  }

  /** The clock for a read. The one on the wall costs next to nothing, but also runs while others have the processor. */
  clockFor({ closeLooks }: Weight): () => number {
    return closeLooks > 0 ? processorTime : wallTime
  }

  /** Note how many milliseconds a read has taken. The first long one only has it looked at more closely for a while. */
  took(weight: Weight, milliseconds: number): void {
    const isLong = milliseconds > LONG
    weight.wasShort ||= !isLong
    if (!isLong || weight.closeLooks > 0) weight.usual += (milliseconds - weight.usual) * LAST_COUNTS
    if (isLong) weight.closeLooks = CLOSE_LOOKS
    else if (weight.closeLooks > 0) weight.closeLooks--
  }

  #weigh(sql: string, parameters: readonly unknown[]): Weight {
    const steps = this.#prepare<unknown[], Step>(`explain ${sql}`).all(parameters)
    const roots = new Map(steps.filter(({ opcode }) => opens.has(opcode)).map(({ p1, p2 }) => [p1, p2]))
    const scans = steps.filter(({ opcode, p1 }) => fromOneEnd.has(opcode) && roots.has(p1))
    const scanned = [...new Set([...scans.flatMap(({ p1 }) => this.#tableAt(roots.get(p1)) ?? []), ...this.#textsIn(sql, steps)])]
    const searched = [...new Set([...roots.values()].flatMap((root) => this.#tableAt(root) ?? []))]
    const sorts = steps.some(({ opcode }) => opcode === 'SorterOpen') || this.#sortsForSome(sql, parameters)
    const weight = { statement: undefined, scanned, searched, sorts, usual: 0, wasShort: false, closeLooks: 0 }
    this.#weights.set(sql, weight)
    return weight
  }

  /** Where only the first rows are asked for, they are sorted in another way, and only the plan in words tells this from sorting within what an index gives. */
  #sortsForSome(sql: string, parameters: readonly unknown[]): boolean {
    const plan = this.#prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(parameters)
    return plan.some(({ detail }) => detail === 'USE TEMP B-TREE FOR ORDER BY')
  }

  /** The sizes of the indexes of texts that the statement reads: how much of one it takes is not known before. */
  #textsIn(sql: string, steps: readonly Step[]): string[] {
    if (!steps.some(({ opcode }) => opcode === 'VOpen')) return []
    const stored = this.#prepare<[], { name: string }>(`select name from sqlite_schema where name like '%\\_docsize' escape '\\'`).all()
    return stored.map(({ name }) => name).filter((name) => sql.includes(`"${name.replace('_docsize', '')}`))
  }

  /** The table that is stored at this page, or that the index stored there belongs to; undefined for the schema itself. */
  #tableAt(root: unknown): string | undefined {
    if (!this.#tables.has(root)) {
      const stored = this.#prepare<[], { rootpage: number; tbl_name: string }>('select rootpage, tbl_name from sqlite_schema').all()
      this.#tables = new Map(stored.map(({ rootpage, tbl_name: table }) => [rootpage, table]))
    }
    return this.#tables.get(root)
  }

  /** The largest row number, which is no less than the number of rows and read at once. */
  #rowsOf(table: string): number {
    const size = this.#sizes.get(table) ?? this.#prepare<[], { n: number | null }>(`select max(rowid) as n from "${table}"`)
    this.#sizes.set(table, size)
    return size.get()?.n ?? 0
  }
}
