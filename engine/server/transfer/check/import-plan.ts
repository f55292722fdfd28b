import type { WireRow } from '../../../schema/index.ts'
import type { CellProblem } from '../errors.ts'
import { ROWS_TOGETHER } from '../../write/statements/insert-rows.ts'
import { limits } from '../sheet/sheet.ts'

/** An import that adds or changes more rows than this does not just write one batch after the other when all have been checked. */
export const MANY = 400

/** So many rows are checked, and written, together; between two such sets others are served. */
export const BATCH = ROWS_TOGETHER

/** A checked row that an import will write. */
export interface PlannedRow {
  readonly row: number
  readonly data: WireRow
  /** The sender is not told whether it changes anything, because it contains values that they may not see. */
  readonly untold?: boolean
}

/** The rest of the file cannot be read, so nobody knows what its import would do. */
export class Abandoned extends Error {}

/** What an import of one file would do. */
export class ImportPlan {
  readonly adds: PlannedRow[] = []
  readonly changes: PlannedRow[] = []
  readonly errors: CellProblem[] = []
  /** Rows that already equal what is stored. */
  readonly same = new Set<number>()
  errorTotal = 0
  /** Why each wrong row is wrong. */
  readonly bad = new Map<number, CellProblem[]>()
  #state: 'growing' | 'whole' | 'abandoned' = 'growing'
  #grown = Promise.withResolvers<undefined>()

  /** Whether more rows are still under check. */
  get isGrowing(): boolean {
    return this.#state === 'growing'
  }

  /** Rows have been checked, or the last one has, or the rest of the file cannot be read. */
  grow(state: 'growing' | 'whole' | 'abandoned' = 'growing'): void {
    // A check that still runs when the rest of the file turns out to be lost ends afterwards.
    if (this.#state === 'growing') this.#state = state
    this.#grown.resolve(undefined)
    this.#grown = Promise.withResolvers()
  }

  /** Resolves when that is so, or when all rows of the file have been checked; throws `Abandoned`. */
  async #until(isSo: () => boolean): Promise<void> {
    while (this.#state === 'growing' && !isSo()) await this.#grown.promise
    if (this.#state === 'abandoned') throw new Abandoned('the rest of the file cannot be read')
  }

  /** Resolves when all rows of the file have been checked; throws `Abandoned`. */
  whole(): Promise<void> {
    return this.#until(() => false)
  }

  /** The rows to add in batches of this size, each as soon as its rows are checked; if all must be good, only until one is wrong. */
  async *addsInBatches(size: number, { allMustBeGood = false } = {}): AsyncGenerator<readonly PlannedRow[]> {
    const isRefused = () => allMustBeGood && this.errorTotal > 0
    for (let next = 0; ; next += size) {
      await this.#until(() => isRefused() || this.adds.length >= next + size)
      const batch = this.adds.slice(next, next + size)
      if (isRefused()) return
      if (batch.length) yield batch
      if (batch.length < size) return
    }
  }

  /** Record a problem of a row; only the first ones are kept in full. */
  refuse(problem: CellProblem): void {
    this.bad.set(problem.row, [...(this.bad.get(problem.row) ?? []), problem])
    this.errorTotal++
    if (this.errors.length < limits.errorsShown) this.errors.push(problem)
  }

  get counts(): { readonly add: number; readonly change: number; readonly same: number; readonly bad: number } {
    return { add: this.adds.length, change: this.changes.length, same: this.same.size, bad: this.bad.size }
  }

  /** Rows of the file that contain data. */
  get total(): number {
    const { add, change, same, bad } = this.counts
    return add + change + same + bad
  }

  /** Move rows that the write found unchanged from the good ones to the unchanged ones. */
  leave(unchanged: ReadonlySet<number>): void {
    const kept = this.changes.filter(({ row }) => !unchanged.has(row))
    for (const row of unchanged) this.same.add(row)
    this.changes.splice(0, this.changes.length, ...kept)
  }

  /** Move rows that were refused by the write from the good ones to the bad ones. */
  drop(refused: ReadonlyMap<number, CellProblem>): void {
    for (const rows of [this.adds, this.changes]) {
      const kept = rows.filter((planned) => !refused.has(planned.row))
      rows.splice(0, rows.length, ...kept)
    }
    for (const problem of refused.values()) this.refuse(problem)
    this.errors.sort((one, other) => one.row - other.row)
  }
}
