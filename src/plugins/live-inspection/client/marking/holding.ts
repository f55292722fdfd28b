import { CLAIM_LEASE } from '../../../../../schemas/teaching/claim-lease.ts'
import { calls } from '../state/calls.ts'
import type { Bench } from '../state/create-bench.ts'
import type { Tab } from '../state/at-hand.ts'
import type { Edit, MarkTab } from '../state/edit-store.ts'
import { fieldLabelOf } from '../../shared/label.ts'
import type { Claim, Holder, ResultRow } from '../../wire.ts'
import { spokenOf, type MarkingPage } from './marking-page.ts'
import { holderIn } from './refusals.ts'

const renewAfter = 25_000

/** How a marker opens a row again, and leaves the one that was taken over. */
interface HeldRows {
  open(tab: MarkTab, row: ResultRow): boolean
  end(): void
}

/** Which rows are mine to mark, as the server leases them. */
export class Holding {
  readonly #bench: Bench
  readonly #page: MarkingPage
  readonly #rows: HeldRows
  #renewedAt = 0

  constructor(bench: Bench, page: MarkingPage, rows: HeldRows) {
    this.#bench = bench
    this.#page = page
    this.#rows = rows
  }

  /** Claim a row whose edit has begun. If a colleague holds it, the edit ends, and begins again if the user takes the row over. */
  async claim(begun: Edit): Promise<void> {
    const { edit } = this.#bench
    const { id } = begun.row
    try {
      const claim = await calls.claim(id, false)
      if (edit.get()?.row.id === id) this.keep(claim)
      else void calls.release(id).catch(() => undefined)
    } catch (error) {
      const holder = holderIn(error)
      // Without the network the marker can still write; the save, even one under way, will report what became of the row.
      if (!holder || !edit.isStill(begun) || edit.get()?.saving) return
      edit.end({ keepDraft: true })
      this.#yield(id, holder)
      if (!(await this.takeOver(begun.tab, begun.row, holder))) this.#page.focusList()
      else if (!this.#rows.open(begun.tab, begun.row)) this.letGo(id)
    }
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

  /** Renew the lease of the edited row, if it is time to. */
  renewIfDue(): void {
    const edit = this.#bench.edit.get()
    if (!edit || edit.saving || Date.now() - this.#renewedAt < renewAfter) return
    this.#renewedAt = Date.now()
    this.renew(edit.row.id)
  }

  /** Renew the lease of a row while it is edited. If the row was taken over, the edit ends and its draft stays. */
  renew(id: string): void {
    if (this.#bench.edit.get()?.row.id !== id) return
    calls.claim(id, false).then(
      (claim) => this.#bench.edit.get()?.row.id === id && this.keep(claim),
      (error: unknown) => this.#lose(id, holderIn(error)),
    )
  }

  #lose(id: string, holder: Holder | undefined): void {
    const edit = this.#bench.edit.get()
    // A save under way will report what became of the row.
    if (!holder || edit?.row.id !== id || edit.saving) return
    this.#yield(id, holder)
    this.#rows.end()
    const chosen = this.#bench.selection[edit.tab]
    if (chosen.get() === id) chosen.halt(holder)
    this.#page.info(spokenOf(edit, `${holder.name} 接手了这份评分，你的草稿已保留`))
  }

  /** Show a row as a colleague's. */
  #yield(id: string, holder: Holder): void {
    this.#bench.claims.apply([{ id, holder, until: this.#bench.clock.now() + CLAIM_LEASE }])
  }

  /** Release a row that I hold but do not edit. */
  letGo(id: string): void {
    const { edit, claims, me } = this.#bench
    if (edit.get()?.row.id === id || claims.get(id)?.holder.id !== me.id) return
    claims.apply([{ id, holder: null }])
    void calls.release(id).catch(() => undefined)
  }
}
