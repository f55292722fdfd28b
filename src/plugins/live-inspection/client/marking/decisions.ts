import { calls } from '../state/calls.ts'
import type { Bench } from '../state/create-bench.ts'
import { fieldLabelOf } from '../../shared/label.ts'
import type { Edit } from '../state/edit-store.ts'
import { isResubmission, resolveDraft, withTheirs } from '../state/mark.ts'
import type { MarkingPage } from './marking-page.ts'

interface Outcomes {
  save(): Promise<boolean>
  giveWay(open: Edit): void
}

/** What to decide when a colleague marked the open row as well, or its student submitted again. */
export class Decisions {
  readonly #bench: Bench
  readonly #page: MarkingPage
  readonly #outcomes: Outcomes

  constructor(bench: Bench, page: MarkingPage, outcomes: Outcomes) {
    this.#bench = bench
    this.#page = page
    this.#outcomes = outcomes
  }

  /** Decide a conflict field by field and save; if all fields take theirs, nothing of mine is left to save. */
  resolve = async (takesTheirs: (field: string) => boolean): Promise<void> => {
    const { edit } = this.#bench
    const open = edit.get()
    if (!open?.clash || isResubmission(open.clash)) return
    this.#bench.ahead.lookedUp()
    const { clashes, version } = open.clash
    if (clashes.every(({ field }) => takesTheirs(field))) return this.#outcomes.giveWay(open)
    const row = withTheirs(open.latest ? { ...open.row, ...open.latest } : open.row, version, clashes)
    edit.set({ row, clash: undefined })
    edit.change(resolveDraft(open.draft, clashes, takesTheirs))
    await this.#outcomes.save()
  }

  back = (): void => {
    this.#bench.ahead.lookedUp()
    this.#bench.edit.set({ clash: undefined })
    this.#page.focus('score')
  }

  /** Mark what the student submitted meanwhile; the draft stays. */
  accept = (): void => {
    const open = this.#bench.edit.get()
    if (!open?.latest) return
    const { filePaths, submitTime, submitCount } = open.latest
    this.#bench.edit.set({ row: { ...open.row, filePaths, submitTime, submitCount } })
    this.#page.focus('score')
  }

  /** Look at what the student submitted before the save arrived; from now on, that is what is marked. */
  review = async (): Promise<void> => {
    const { edit } = this.#bench
    const open = edit.get()
    if (!open?.clash) return
    this.#bench.ahead.lookedUp()
    try {
      const latest = await calls.row(open.row.id)
      if (!edit.isStill(open)) return
      const shown = edit.get()?.latest
      edit.set({ latest: shown && shown.version > latest.version ? shown : latest, clash: undefined })
      this.accept()
    } catch (error) {
      this.#page.refused(error, `${fieldLabelOf(open.row)}：`)
    }
  }
}
