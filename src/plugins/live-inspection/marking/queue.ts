import { sentenceOf, calls } from '../bench/calls.ts'
import type { Bench } from '../bench/create-bench.ts'
import { matches, type Narrowing } from '../rows/matches.ts'
import type { ResultRow } from '../rows/wire.ts'
import type { Holding } from './holding.ts'
import { busy, oneAtATime, type MarkingPage } from './marking-page.ts'

const noneWaits = '没有待评分的提交了'

const placeIn = (filters: Narrowing): Narrowing =>
  Object.fromEntries(
    ['courseId', 'experiId', 'experiGroupId', 'inspectionId', 'smallGroup'].flatMap((key) => (filters[key] ? [[key, filters[key]]] : [])),
  )

/** The server's queue knows no names: where the list is narrowed to some, the next is looked for in the list. */
const isByName = (filters: Narrowing): boolean => Boolean(filters['realname'] || filters['studyNumber'])

/**
 * Ask the server for the longest waiting submission behind `after`, claimed; null where none waits.
 * Where no course is chosen one goes on in the course of the row at hand.
 */
async function askForNext({ submitted, selection }: Bench, filters: Narrowing, after: string | undefined): Promise<ResultRow | null> {
  const near = submitted.row(selection.submitted.get() ?? '') ?? submitted.row(submitted.view().ids[0] ?? '')
  const place = placeIn({ courseId: near?.courseId, ...filters })
  return place['courseId'] ? calls.next({ ...place, ...(after ? { after } : {}) }) : null
}

/** The next free row of a list behind `after`, then from the front again. */
function nextListed(ids: readonly string[], after: string | undefined, isFree: (id: string) => boolean): string | undefined {
  const at = ids.indexOf(after ?? '')
  return [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0))].find(isFree)
}

/** How rows are opened and left by whoever marks them. */
interface Rows {
  begin(id: string): Promise<void>
  open(row: ResultRow): boolean
  end(): void
}

/** The submissions that wait, one after the other. */
export class Queue {
  readonly #bench: Bench
  readonly #page: MarkingPage
  readonly #hold: Holding
  readonly #rows: Rows
  /** A next row is being asked for. */
  #goesOn = false

  constructor(bench: Bench, page: MarkingPage, hold: Holding, rows: Rows) {
    this.#bench = bench
    this.#page = page
    this.#hold = hold
    this.#rows = rows
  }

  /** The next submission that nobody marks, claimed and open. The row at hand is left when the next is there: one repaint, not two. */
  next = (): Promise<void> => this.#bench.ahead.during(() => this.#next())

  async #next(): Promise<void> {
    const { edit, canEdit } = this.#bench
    if (!canEdit || this.#goesOn) return
    if (edit.get()?.saving) return this.#page.info(busy)
    if (edit.isDirty()) {
      this.#bench.ahead.forget()
      return this.#page.info(oneAtATime)
    }
    const after = edit.get()?.row.id
    const filters = this.#page.filters()
    if (isByName(filters)) return this.#beginListed(after)
    this.#goesOn = true
    try {
      const row = await askForNext(this.#bench, filters, after)
      if (row) this.#goTo(row, after)
      else this.#leaveFor(after, noneWaits)
    } catch (error) {
      this.#bench.ahead.forget()
      this.#page.error(sentenceOf(error))
    } finally {
      this.#goesOn = false
    }
  }

  #leaveFor(after: string | undefined, text: string): void {
    this.#bench.ahead.forget()
    if (this.#bench.edit.get()?.row.id === after && !this.#bench.edit.isDirty()) this.#rows.end()
    this.#page.info(text)
  }

  /** Another row may have been opened meanwhile, or this one typed in: then what was found is given back. */
  #goTo(row: ResultRow, after: string | undefined): void {
    const { edit, submitted, selection, me, clock } = this.#bench
    this.#hold.keep({ id: row.id, holder: me, until: clock.now() + 90_000 })
    if (matches(this.#page.filters(), row)) submitted.apply([{ put: row }])
    if (edit.get()?.row.id === after && !edit.isDirty()) this.#rows.end()
    if (this.#rows.open(row)) return selection.submitted.set(row.id)
    this.#bench.ahead.forget()
    this.#hold.letGo(row.id)
    this.#page.info('已在评另一行，找到的下一个已放回')
  }

  async #beginListed(after: string | undefined): Promise<void> {
    this.#rows.end()
    const id = nextListed(this.#bench.submitted.view().ids, after, (each) => this.#hold.isFree(each))
    if (id === undefined) return this.#leaveFor(undefined, noneWaits)
    await this.#rows.begin(id)
  }
}
