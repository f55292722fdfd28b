import { calls } from '../state/calls.ts'
import type { Bench } from '../state/create-bench.ts'
import { asSeen, nextBehind, nextFrom, type Lists } from '../state/at-hand.ts'
import { fieldLabelOf } from '../../shared/label.ts'
import { matches, placeIn, type ListNarrowing } from '../../shared/matches.ts'
import type { ResultRow } from '../../wire.ts'
import type { Holding } from './holding.ts'
import { busy, oneAtATime, type MarkingPage } from './marking-page.ts'
import { CLAIM_LEASE } from '../../../../../schemas/teaching/claim-lease.ts'

const noneWaits = '没有待评分的提交了'

/** The server's queue knows no names: if the filters name students, the next one is found in the list. */
const isByName = (filters: ListNarrowing): boolean => Boolean(filters.realname || filters.studyNumber)

/**
 * Ask the server for the next waiting submission and claim it; null if there is none. The search starts after the edited row,
 * or from the chosen one, in the order of marking. If no course is chosen, it stays in that of the row at hand.
 */
async function askForNext(bench: Bench, filters: ListNarrowing, after: string | undefined): Promise<ResultRow | null> {
  const { submitted, selection, order } = bench
  const chosen = selection.submitted.get()
  const near = submitted.shown(chosen ?? '') ?? submitted.row(submitted.view().ids[0] ?? '')
  const place = placeIn({ courseId: near?.courseId, ...filters })
  const begin = after ? { after } : chosen ? { from: chosen } : {}
  const { courseId } = place
  return courseId ? calls.next({ ...place, courseId, order: order.get(), ...begin }) : null
}

/** How a marker opens and leaves rows. */
interface Rows {
  begin(id: string): Promise<void>
  open(row: ResultRow): boolean
  end(): void
}

/** The waiting submissions, one after the other. */
export class Queue {
  readonly #bench: Bench
  readonly #page: MarkingPage
  readonly #hold: Holding
  readonly #rows: Rows
  /** The next row has been asked for. */
  #goesOn = false

  constructor(bench: Bench, page: MarkingPage, hold: Holding, rows: Rows) {
    this.#bench = bench
    this.#page = page
    this.#hold = hold
    this.#rows = rows
  }

  /**
   * Claims and opens the next submission that nobody marks. The current row closes only when the next one is there: one
   * repaint, not two.
   */
  next = (): Promise<void> => {
    const { edit, ahead, selection } = this.#bench
    const after = edit.get()?.row.id
    const chosen = selection.submitted.get()
    const nextIn = (lists: Lists) => (after === undefined ? nextFrom(lists, chosen) : nextBehind(lists, after))
    const target = { tab: 'submitted', id: nextIn(asSeen(this.#bench)), isOpen: true } as const
    return ahead.during(target, () => this.#next(after, nextIn(this.#bench)))
  }

  async #next(after: string | undefined, listed: string | undefined): Promise<void> {
    const { edit, canEdit, selection } = this.#bench
    if (!canEdit || this.#goesOn) return
    const open = edit.get()
    if (open?.saving) return this.#page.info(busy(open))
    if (open && edit.isDirty()) {
      this.#bench.ahead.forget()
      return this.#page.info(oneAtATime(open))
    }
    const filters = this.#page.filters()
    if (isByName(filters)) return this.#beginListed(listed)
    this.#goesOn = true
    const round = selection.submitted.round()
    try {
      const row = await askForNext(this.#bench, filters, after)
      if (row) this.#goTo(row, after, round)
      else this.#leaveFor(after, noneWaits)
    } catch (error) {
      this.#bench.ahead.forget()
      this.#page.refused(error)
    } finally {
      this.#goesOn = false
    }
  }

  #leaveFor(after: string | undefined, text: string): void {
    this.#bench.ahead.forget()
    if (this.#bench.edit.get()?.row.id === after && !this.#bench.edit.isDirty()) this.#rows.end()
    this.#page.info(text)
  }

  /** If another row was chosen or opened meanwhile, or this one typed in, the row that was found is given back. */
  #goTo(row: ResultRow, after: string | undefined, round: number): void {
    const { edit, submitted, selection, me, clock } = this.#bench
    this.#hold.keep({ id: row.id, holder: me, until: clock.now() + CLAIM_LEASE })
    if (matches(this.#page.filters(), row)) submitted.apply([{ put: row }])
    const isStill = selection.submitted.round() === round
    if (isStill && edit.get()?.row.id === after && !edit.isDirty()) this.#rows.end()
    if (isStill && this.#rows.open(row)) return selection.submitted.set(row.id)
    this.#bench.ahead.forget()
    this.#hold.letGo(row.id)
    this.#page.info(`${fieldLabelOf(row)}：已在看另一行，找到的下一个已放回`)
  }

  async #beginListed(id: string | undefined): Promise<void> {
    this.#rows.end()
    if (id === undefined) return this.#leaveFor(undefined, noneWaits)
    await this.#rows.begin(id)
  }
}
