import { calls, sentenceOf } from '../bench/calls.ts'
import { resultOf, type Bench } from '../bench/create-bench.ts'
import { settle } from '../feed/apply-news.ts'
import type { Claim, Holder, ResultRow } from '../rows/wire.ts'
import type { MarkDraft } from './draft-store.ts'
import type { Edit, MarkTab } from './edit-store.ts'
import { Holding } from './holding.ts'
import { isResubmission, resolveDraft, saveBody, scoreProblem, withTheirs } from './mark.ts'
import { busy, oneAtATime, type MarkingPage } from './marking-page.ts'
import { Queue } from './queue.ts'
import { clashIn, holderIn, persist } from './refusals.ts'

/** What is said of a row that is no longer the open one names it. */
const about = ({ row }: Edit, isOpen: boolean, text: string): string =>
  isOpen ? text : `${row.realname ?? row.studyNumber ?? ''}：${text}`

/** Marking, one row at a time: claim, type, save or give up, next. */
export class Marking {
  readonly #bench: Bench
  readonly #page: MarkingPage
  readonly #hold: Holding
  readonly #queue: Queue

  constructor(bench: Bench, page: MarkingPage) {
    this.#bench = bench
    this.#page = page
    this.#hold = new Holding(bench, page)
    this.#queue = new Queue(bench, page, this.#hold, {
      begin: (id) => this.begin('submitted', id),
      open: (row) => this.#open('submitted', row) !== undefined,
      end: () => this.#end({ keepDraft: false }),
    })
  }

  isFree = (id: string): boolean => this.#hold.isFree(id)

  /** Edit a row. A colleague who holds it is asked about first. */
  begin = async (tab: MarkTab, id: string, typed = ''): Promise<void> => {
    const { edit, selection, canEdit } = this.#bench
    if (!canEdit) return
    const open = edit.get()
    if (open && open.row.id !== id) return this.#page.info(oneAtATime)
    if (open) {
      if (typed !== '') edit.change({ score: `${open.draft.score}${typed}` })
      return this.#page.focus('score')
    }
    selection[tab].set(id)
    if (!this.isFree(id) && !(await this.#hold.takeOver(id))) return this.#page.focusList()
    const opened = this.#open(tab, this.#bench[tab].row(id), typed)
    if (opened) await this.#claim(opened)
    else this.#hold.letGo(id)
  }

  /**
   * Save what was written in a window of its own over the row that the window shows. Whatever happens it is kept as a draft;
   * the window may close when this answers true: saved, or two marks to decide between.
   */
  saveWritten = async (row: ResultRow, draft: MarkDraft): Promise<boolean> => {
    const { edit, drafts, selection } = this.#bench
    const { id } = row
    drafts.save(id, row.version, draft)
    if (!edit.get()) {
      const tab = row.submitStatus === 2 ? 'history' : 'submitted'
      selection[tab].set(id)
      if (!this.isFree(id) && !(await this.#hold.takeOver(id))) return false
      const opened = this.#open(tab, row)
      if (opened) await this.#claim(opened)
    }
    const open = edit.get()
    if (open && open.row.id !== id) this.#page.info(oneAtATime)
    if (open?.row.id !== id) return false
    edit.set({ restored: undefined })
    edit.change(draft)
    return (await this.save()) || edit.get()?.clash !== undefined
  }

  #open(tab: MarkTab, row: ResultRow | undefined, typed = ''): Edit | undefined {
    const { edit } = this.#bench
    if (!row || edit.get()) return undefined
    edit.begin(tab, row)
    const latest = resultOf(this.#bench, row.id)
    if (latest && latest.version > row.version) edit.set({ latest })
    if (typed !== '') edit.change({ score: typed })
    this.#page.focus('score')
    return edit.get()
  }

  async #claim(begun: Edit): Promise<void> {
    const { edit, claims, clock } = this.#bench
    const { id } = begun.row
    try {
      const claim = await calls.claim(id, false)
      if (edit.get()?.row.id === id) this.#hold.keep(claim)
      else void calls.release(id).catch(() => undefined)
    } catch (error) {
      const holder = holderIn(error)
      // Without the network one can still write; the save, also one that is under way, will say what became of the row.
      if (!holder || !edit.isStill(begun) || edit.get()?.saving) return
      edit.end({ keepDraft: true })
      claims.apply([{ id, holder, until: clock.now() + 90_000 }])
      if (!(await this.#hold.takeOver(id, holder))) this.#page.focusList()
      else if (!this.#open(begun.tab, begun.row)) this.#hold.letGo(id)
    }
  }

  /** Somebody is at work: the lease goes on. One that was taken over ends the edit and keeps its draft. */
  active = (): void => {
    const edit = this.#bench.edit.get()
    if (edit && !edit.saving && this.#hold.isDue()) this.#renew(edit.row.id)
  }

  #renew(id: string): void {
    calls.claim(id, false).then(
      (claim) => this.#bench.edit.get()?.row.id === id && this.#hold.keep(claim),
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

  /** Give up; what was typed is asked about first. What is being saved is not given up. */
  cancel = async (): Promise<void> => {
    const { edit } = this.#bench
    const open = edit.get()
    if (!open) return
    if (open.saving) return this.#page.info(busy)
    const gives = !edit.isDirty() || (await this.#page.ask('确定取消?', true))
    if (!edit.isStill(open)) return
    if (edit.get()?.saving) return this.#page.info(busy)
    if (gives) this.#end({ keepDraft: false })
    else this.#page.focus('score')
  }

  /** The page is left: the row is free for others, the draft stays. */
  leave = (): void => this.#end({ keepDraft: true })

  /** Save the open row; answers whether it is saved. */
  save = (thenNext = false): Promise<boolean> => this.#bench.ahead.during(() => this.#save(thenNext))

  async #save(thenNext: boolean): Promise<boolean> {
    const { edit } = this.#bench
    const open = edit.get()
    if (!open || open.saving) return false
    const problem = scoreProblem(open.draft.score)
    if (problem) {
      this.#bench.ahead.forget()
      edit.set({ problem })
      this.#page.error(problem)
      this.#page.focus('score')
      return false
    }
    edit.set({ saving: true, problem: undefined, clash: undefined })
    try {
      const { message, result } = await persist(() => calls.save(saveBody(open.row, open.draft), open.saveKey))
      const isHere = edit.isStill(open)
      this.#saved(open, { ...open.row, ...open.latest, ...result, submitStatus: 2 })
      this.#page.success(about(open, isHere, message || '保存成功！'))
      if (thenNext && isHere) await this.next()
      return true
    } catch (error) {
      this.#refused(open, error)
      return false
    }
  }

  /** A late answer touches no other edit: the row goes where it belongs, and its own draft goes. */
  #saved(begun: Edit, row: ResultRow): void {
    const { edit, drafts } = this.#bench
    if (edit.isStill(begun)) {
      edit.set({ latest: undefined })
      this.#end({ keepDraft: false })
      settle(this.#bench, row, row.id)
      return this.#page.focusList()
    }
    if (edit.get()?.row.id === row.id) return edit.set({ latest: row })
    drafts.remove(row.id)
    settle(this.#bench, row, row.id)
  }

  #refused(begun: Edit, error: unknown): void {
    const { edit, ahead } = this.#bench
    ahead.forget()
    const isHere = edit.isStill(begun)
    const clash = clashIn(error)
    if (isHere) edit.set({ saving: false, clash, problem: clash ? undefined : sentenceOf(error) })
    if (isHere && clash) return
    this.#page.error(about(begun, isHere, sentenceOf(error)))
    if (isHere) this.#page.focus('score')
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
  focusList = (): void => this.#page.focusList()

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
      if (!edit.isStill(open)) return
      const known = edit.get()?.latest
      edit.set({ latest: known && known.version > latest.version ? known : latest, clash: undefined })
      this.accept()
    } catch (error) {
      this.#page.error(sentenceOf(error))
    }
  }

  /** On to the next submission that nobody marks. */
  next = (): Promise<void> => this.#queue.next()

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
