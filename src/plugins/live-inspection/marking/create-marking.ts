import { ApiError } from '../../../../engine/client/index.ts'
import { calls, sentenceOf } from '../bench/calls.ts'
import type { Bench } from '../bench/create-bench.ts'
import { settle } from '../feed/apply-news.ts'
import type { Narrowing } from '../rows/matches.ts'
import type { Claim, ClashDetails, Holder, ResultRow } from '../rows/wire.ts'
import type { MarkTab } from './edit-store.ts'
import { isResubmission, resolveDraft, saveBody, scoreProblem, withTheirs } from './mark.ts'

/** How the page answers; handed in so that marking itself knows no components. */
export interface MarkingPage {
  success(text: string): void
  error(text: string): void
  info(text: string): void
  /** Asks a question; resolves to the answer. */
  ask(question: string, careful?: boolean): Promise<boolean>
  /** Put the cursor into a field of the edited row. */
  focus(field: 'score' | 'comment' | 'bz'): void
  /** Put the cursor back on the list. */
  focusList(): void
  filters(): Narrowing
}

const renewAfter = 25_000
const retryAfter = [1000, 3000]

const holderIn = (error: unknown): Holder | undefined =>
  error instanceof ApiError && error.status === 409 ? (error.details as { holder?: Holder } | undefined)?.holder : undefined

const clashIn = (error: unknown): ClashDetails | undefined => {
  const details = error instanceof ApiError && error.status === 409 ? (error.details as Partial<ClashDetails> | undefined) : undefined
  return Array.isArray(details?.clashes) ? (details as ClashDetails) : undefined
}

const placeIn = (filters: Narrowing): Narrowing =>
  Object.fromEntries(
    ['courseId', 'experiId', 'experiGroupId', 'inspectionId', 'smallGroup'].flatMap((key) => (filters[key] ? [[key, filters[key]]] : [])),
  )

/** Again while the network fails, under the same name: the server does it once however often it hears it. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of retryAfter) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return work()
}

/** Marking, one row at a time: claim, type, save or give up, next. */
export class Marking {
  readonly #bench: Bench
  readonly #page: MarkingPage
  #renewedAt = 0

  constructor(bench: Bench, page: MarkingPage) {
    this.#bench = bench
    this.#page = page
  }

  isFree = (id: string): boolean => {
    const holder = this.#bench.claims.get(id)?.holder
    return holder === undefined || holder.id === this.#bench.me.id
  }

  /** Edit a row. A colleague who holds it is asked about first. */
  begin = async (tab: MarkTab, id: string, typed = ''): Promise<void> => {
    const { edit, selection, claims, canEdit } = this.#bench
    if (!canEdit) return
    if (edit.get()) return edit.get()?.row.id === id ? this.#page.focus('score') : this.#page.info('请先保存或取消正在编辑的行')
    selection[tab].set(id)
    if (!this.isFree(id) && !(await this.#takeOver(id, claims.get(id)?.holder))) return this.#page.focusList()
    this.#open(tab, id, typed)
    await this.#claim(tab, id)
  }

  #open(tab: MarkTab, id: string, typed = ''): void {
    const row = this.#bench[tab].row(id)
    if (!row || this.#bench.edit.get()) return
    this.#bench.edit.begin(tab, row)
    if (typed !== '') this.#bench.edit.change({ score: typed })
    this.#page.focus('score')
  }

  async #takeOver(id: string, holder: Holder | undefined): Promise<boolean> {
    if (!(await this.#page.ask(`${holder?.name ?? '同事'} 正在评分，确定接手吗?`, true))) return false
    try {
      this.#keep(await calls.claim(id, true))
      return true
    } catch (error) {
      this.#page.error(sentenceOf(error))
      return false
    }
  }

  #keep(claim: Claim): void {
    this.#renewedAt = Date.now()
    this.#bench.claims.apply([claim])
  }

  async #claim(tab: MarkTab, id: string): Promise<void> {
    try {
      this.#keep(await calls.claim(id, false))
    } catch (error) {
      const holder = holderIn(error)
      // Without the network one can still write; the save will say what became of the row.
      if (!holder || this.#bench.edit.get()?.row.id !== id) return
      this.#bench.edit.end({ keepDraft: true })
      this.#bench.claims.apply([{ id, holder, until: this.#bench.clock.now() + 90_000 }])
      if (await this.#takeOver(id, holder)) this.#open(tab, id)
      else this.#page.focusList()
    }
  }

  /** Somebody is at work: the lease goes on. One that was taken over ends the edit and keeps its draft. */
  active = (): void => {
    const edit = this.#bench.edit.get()
    if (!edit || edit.saving || Date.now() - this.#renewedAt < renewAfter) return
    this.#renew(edit.row.id)
  }

  #renew(id: string): void {
    this.#renewedAt = Date.now()
    calls.claim(id, false).then(
      (claim) => this.#keep(claim),
      (error: unknown) => this.#lose(id, holderIn(error)),
    )
  }

  #lose(id: string, holder: Holder | undefined): void {
    const edit = this.#bench.edit.get()
    // A save under way will say itself what became of the row.
    if (!holder || edit?.row.id !== id || edit.saving) return
    this.#bench.claims.apply([{ id, holder, until: this.#bench.clock.now() + 90_000 }])
    this.#end({ keepDraft: true }, false)
    this.#page.info(`${holder.name} 接手了这份评分，你的草稿已保留`)
  }

  /** A colleague took the row over. News may be old, after a break he may have let it go again: the server is asked. */
  lost = ({ id, holder }: Claim): void => {
    if (this.#bench.edit.get()?.row.id === id && holder.id !== this.#bench.me.id) this.#renew(id)
  }

  #end(options: { keepDraft: boolean }, releases = true): void {
    const { edit, claims } = this.#bench
    const ended = edit.get()
    if (!ended) return
    const { id } = ended.row
    edit.end(options)
    if (ended.latest !== undefined) settle(this.#bench, ended.latest, id)
    if (!releases) return this.#page.focusList()
    claims.apply([{ id, holder: null }])
    void calls.release(id).catch(() => undefined)
    this.#page.focusList()
  }

  /** Give up; what was typed is asked about first. */
  cancel = async (): Promise<void> => {
    if (!this.#bench.edit.get()) return
    if (this.#bench.edit.isDirty() && !(await this.#page.ask('确定取消?'))) return this.#page.focus('score')
    this.#end({ keepDraft: false })
  }

  /** The page is left: the row is free for others, the draft stays. */
  leave = (): void => this.#end({ keepDraft: true })

  save = async (thenNext = false): Promise<void> => {
    const { edit } = this.#bench
    const open = edit.get()
    if (!open || open.saving) return
    const problem = scoreProblem(open.draft.score)
    if (problem) {
      edit.set({ problem })
      this.#page.error(problem)
      return this.#page.focus('score')
    }
    edit.set({ saving: true, problem: undefined, clash: undefined })
    try {
      const { message, result } = await persist(() => calls.save(saveBody(open.row, open.draft), open.saveKey))
      this.#saved({ ...open.row, ...open.latest, ...result, submitStatus: 2 })
      this.#page.success(message || '保存成功！')
      if (thenNext) await this.next()
    } catch (error) {
      this.#refused(error)
    }
  }

  #saved(row: ResultRow): void {
    this.#bench.edit.set({ latest: undefined })
    this.#end({ keepDraft: false })
    settle(this.#bench, row, row.id)
    this.#page.focusList()
  }

  #refused(error: unknown): void {
    const clash = clashIn(error)
    this.#bench.edit.set({ saving: false, clash, problem: clash ? undefined : sentenceOf(error) })
    if (clash) return
    this.#page.error(sentenceOf(error))
    this.#page.focus('score')
  }

  /** Decide a conflict field by field and save; all theirs means nothing of mine is left to save. */
  resolve = async (takesTheirs: (field: string) => boolean): Promise<void> => {
    const { edit } = this.#bench
    const open = edit.get()
    if (!open?.clash || isResubmission(open.clash)) return
    const { clashes, version } = open.clash
    if (clashes.every(({ field }) => takesTheirs(field))) return this.#end({ keepDraft: false })
    const row = withTheirs(open.latest ? { ...open.row, ...open.latest } : open.row, version, clashes)
    edit.set({ row, clash: undefined })
    edit.change(resolveDraft(open.draft, clashes, takesTheirs))
    await this.save()
  }

  focus = (): void => this.#page.focus('score')

  back = (): void => {
    this.#bench.edit.set({ clash: undefined })
    this.#page.focus('score')
  }

  /** Mark what the student handed in meanwhile; the draft stays. */
  accept = (): void => {
    const open = this.#bench.edit.get()
    if (!open?.latest) return
    const { filePaths, submitTime, submitCount } = open.latest
    this.#bench.edit.set({ row: { ...open.row, filePaths, submitTime, submitCount } })
    this.#page.focus('score')
  }

  /** Look at what the student handed in again before the save came; from now on that is what is marked. */
  review = async (): Promise<void> => {
    const { edit } = this.#bench
    const open = edit.get()
    if (!open?.clash) return
    try {
      const latest = await calls.row(open.row.id)
      if (edit.get() !== open) return
      edit.set({ latest, clash: undefined })
      this.accept()
    } catch (error) {
      this.#page.error(sentenceOf(error))
    }
  }

  /** The next submission that nobody marks, claimed and open. */
  next = async (): Promise<void> => {
    const { edit, submitted, selection, canEdit } = this.#bench
    if (!canEdit) return
    if (edit.isDirty()) return this.#page.info('请先保存或取消正在编辑的行')
    const after = edit.get()?.row.id
    this.#end({ keepDraft: false })
    // Where no course is chosen one goes on in the course of the row at hand.
    const near = submitted.row(selection.submitted.get() ?? '') ?? submitted.row(submitted.view().ids[0] ?? '')
    const place = placeIn({ courseId: near?.courseId, ...this.#page.filters() })
    if (!place['courseId']) return this.#page.info('没有待评分的提交了')
    try {
      const row = await calls.next({ ...place, ...(after ? { after } : {}) })
      if (!row) return this.#page.info('没有待评分的提交了')
      submitted.apply([{ put: row }])
      selection.submitted.set(row.id)
      this.#keep({ id: row.id, holder: this.#bench.me, until: this.#bench.clock.now() + 90_000 })
      this.#open('submitted', row.id)
    } catch (error) {
      this.#page.error(sentenceOf(error))
    }
  }

  /** Take back my own last mark of a row. */
  undo = async (id: string): Promise<void> => {
    try {
      const { message, result } = await calls.undoMark(id)
      const row = this.#bench.history.row(id)
      if (row) settle(this.#bench, { ...row, ...result, submitStatus: 1 }, id)
      this.#page.success(message || '已撤销评分！')
    } catch (error) {
      this.#page.error(sentenceOf(error))
    }
  }
}
