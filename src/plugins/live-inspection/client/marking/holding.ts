import { calls } from '../state/calls.ts'
import type { Bench } from '../state/create-bench.ts'
import type { Tab } from '../state/at-hand.ts'
import { fieldLabelOf } from '../../shared/label.ts'
import type { Claim, Holder, ResultRow } from '../../wire.ts'
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

  /** Ask whether to take the row from its holder, and do so. Anyone who has gone on to another row meanwhile does not get it. */
  async takeOver(tab: Tab, row: ResultRow, holder: Holder | undefined = this.#bench.claims.get(row.id)?.holder): Promise<boolean> {
    const about = fieldLabelOf(row)
    if (!(await this.#page.ask(`${holder?.name ?? '同事'} 正在评分，确定接手吗?`, { careful: true, about }))) return false
    try {
      this.keep(await calls.claim(row.id, true))
      if (this.#bench.selection[tab].get() === row.id) return true
      this.letGo(row.id)
      this.#page.info(`${about}：已在看另一行，没有接手`)
    } catch (error) {
      this.#page.refused(error, `${about}：`)
    }
    return false
  }

  keep(claim: Claim): void {
    this.#renewedAt = Date.now()
    this.#bench.claims.apply([claim])
  }

  /** Is it time to renew the lease? If so, the caller must renew it. */
  isDue(): boolean {
    if (Date.now() - this.#renewedAt < renewAfter) return false
    this.#renewedAt = Date.now()
    return true
  }

  /** Release a row that I hold but do not edit. */
  letGo(id: string): void {
    const { edit, claims, me } = this.#bench
    if (edit.get()?.row.id === id || claims.get(id)?.holder.id !== me.id) return
    claims.apply([{ id, holder: null }])
    void calls.release(id).catch(() => undefined)
  }
}
