import { calls, sentenceOf } from '../bench/calls.ts'
import type { Bench } from '../bench/create-bench.ts'
import type { Claim, Holder } from '../rows/wire.ts'
import type { MarkingPage } from './marking-page.ts'

const renewAfter = 25_000

/** Which rows are mine to mark, as the server leases them. */
export class Holding {
  readonly #bench: Bench
  readonly #page: MarkingPage
  #renewedAt = 0

  constructor(bench: Bench, page: MarkingPage) {
    this.#bench = bench
    this.#page = page
  }

  isFree(id: string): boolean {
    const holder = this.#bench.claims.get(id)?.holder
    return holder === undefined || holder.id === this.#bench.me.id
  }

  /** Ask whether to take the row from its holder, and do so. */
  async takeOver(id: string, holder: Holder | undefined = this.#bench.claims.get(id)?.holder): Promise<boolean> {
    if (!(await this.#page.ask(`${holder?.name ?? '同事'} 正在评分，确定接手吗?`, true))) return false
    try {
      this.keep(await calls.claim(id, true))
      return true
    } catch (error) {
      this.#page.error(sentenceOf(error))
      return false
    }
  }

  keep(claim: Claim): void {
    this.#renewedAt = Date.now()
    this.#bench.claims.apply([claim])
  }

  /** Is it time to ask for more? Whoever is told so asks. */
  isDue(): boolean {
    if (Date.now() - this.#renewedAt < renewAfter) return false
    this.#renewedAt = Date.now()
    return true
  }

  /** A row that I hold and do not edit is free for others. */
  letGo(id: string): void {
    const { edit, claims, me } = this.#bench
    if (edit.get()?.row.id === id || claims.get(id)?.holder.id !== me.id) return
    claims.apply([{ id, holder: null }])
    void calls.release(id).catch(() => undefined)
  }
}
