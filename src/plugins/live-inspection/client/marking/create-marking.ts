import { calls, errorSentence } from '../state/calls.ts'
import { resultOf, type Bench } from '../state/create-bench.ts'
import { settle } from '../feed/apply-news.ts'
import { targetAfterSave } from '../state/typing-target.ts'
import { afterDone, asSeen, isFree } from '../state/at-hand.ts'
import { fieldLabelOf } from '../../shared/label.ts'
import type { Claim, ResultRow } from '../../wire.ts'
import { Decisions } from './decisions.ts'
import type { MarkDraft, StoredDraft } from '../state/draft-store.ts'
import type { Edit, MarkTab } from '../state/edit-store.ts'
import { Holding } from './holding.ts'
import { markBody, scoreProblem } from '../state/mark.ts'
import { busy, oneAtATime, spokenOf, type MarkingPage } from './marking-page.ts'
import { Queue } from './queue.ts'
import { clashIn, persist } from './refusals.ts'
import { SCORED, SUBMITTED } from '../../../../../schemas/teaching/submission-states.ts'

/** Marking, one row at a time: claim, type, save or give up, next. */
export class Marking {
  readonly #bench: Bench
  readonly #page: MarkingPage
  readonly #hold: Holding
  readonly #queue: Queue
  readonly decisions: Decisions

  constructor(bench: Bench, page: MarkingPage) {
    this.#bench = bench
    this.#page = page
    this.#hold = new Holding(bench, page, {
      open: (tab, row) => this.#open(tab, row) !== undefined,
      end: () => this.#end({ keepDraft: true }, false),
    })
    this.#queue = new Queue(bench, page, this.#hold, {
      begin: (id) => this.begin('submitted', id),
      open: (row) => this.#open('submitted', row) !== undefined,
      end: () => this.#end({ keepDraft: false }),
    })
    this.decisions = new Decisions(bench, page, { save: this.save, giveWay: this.#giveWay })
  }

  /** Edit a row. If a colleague holds it, ask first. */
  begin = async (tab: MarkTab, id: string, typed = ''): Promise<void> => {
    const { edit, canEdit } = this.#bench
    if (!canEdit) return
    const open = edit.get()
    if (open && open.row.id !== id) return this.#page.info(oneAtATime(open))
    if (open) {
      if (typed !== '') edit.change({ score: `${open.draft.score}${typed}` })
      return this.#page.focus('score')
    }
    const row = this.#bench[tab].row(id)
    if (row) await this.#begin(tab, row, typed)
  }

  async #begin(tab: MarkTab, row: ResultRow, typed: string): Promise<void> {
    const { selection } = this.#bench
    selection[tab].set(row.id)
    if (!isFree(this.#bench, row.id) && !(await this.#hold.takeOver(tab, row))) return this.#page.focusList()
    const opened = this.#open(tab, this.#bench[tab].row(row.id) ?? row, typed)
    if (opened) await this.#hold.claim(opened)
    else this.#hold.letGo(row.id)
  }

  /** Continue a draft, whichever list its result is in now. */
  resume = async ({ resultId, label }: StoredDraft): Promise<void> => {
    try {
      const row = resultOf(this.#bench, resultId) ?? (await calls.row(resultId))
      if (!this.#bench.edit.get()) await this.#begin(row.submitStatus === SCORED ? 'history' : 'submitted', row, '')
    } catch (error) {
      this.#page.refused(error, `${label}：`)
    }
  }

  /** Delete a draft, once its writer has agreed. */
  throwAway = async ({ resultId, label, score }: StoredDraft): Promise<void> => {
    const about = [label, score && `${score} 分`].filter(Boolean).join(' · ')
    if (await this.#page.ask('确定放弃这份草稿?', { careful: true, about })) this.#bench.drafts.remove(resultId)
  }

  /**
   * Save a mark that was written in a window over its row. It is kept as a draft whatever happens. Answers whether the window
   * may close: the mark is saved, or there are two marks to decide between.
   */
  saveWritten = async (row: ResultRow, draft: MarkDraft): Promise<boolean> => {
    const { edit, drafts, selection } = this.#bench
    const { id } = row
    drafts.save(row, draft)
    if (!edit.get()) {
      const tab = row.submitStatus === SCORED ? 'history' : 'submitted'
      selection[tab].set(id)
      if (!isFree(this.#bench, id) && !(await this.#hold.takeOver(tab, row))) return false
      const opened = this.#open(tab, row)
      if (opened) await this.#hold.claim(opened)
    }
    const open = edit.get()
    if (open && open.row.id !== id) this.#page.info(oneAtATime(open))
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

  /** The user is active, so the lease is renewed. */
  active = (): void => this.#hold.renewIfDue()

  /** A colleague took the row over. The message may be old, and after a break they may have released it, so the server is asked. */
  lost = ({ id, holder }: Claim): void => {
    if (holder.id !== this.#bench.me.id) this.#hold.renew(id)
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

  /** Give up; asks first if something was typed. An edit that is being saved is not given up. */
  cancel = async (): Promise<void> => {
    const { edit } = this.#bench
    const open = edit.get()
    if (!open) return
    if (open.saving) return this.#page.info(busy(open))
    const gives = !edit.isDirty() || (await this.#page.ask('确定取消?', { careful: true, about: fieldLabelOf(open.row, open.draft.score) }))
    if (!edit.isStill(open)) return
    if (edit.get()?.saving) return this.#page.info(busy(open))
    if (gives) this.#end({ keepDraft: false })
    else this.#page.focus('score')
  }

  /** The user leaves the page: the row is free for others, the draft stays. */
  leave = (): void => this.#end({ keepDraft: true })

  /** Save the open row; answers whether it is saved. The row to go on to is fixed when the user saves, not when the answer comes. */
  save = async (thenNext = false): Promise<boolean> => {
    const { edit, ahead } = this.#bench
    const open = edit.get()
    if (!open || open.saving) return false
    const { tab, row } = open
    const list = this.#bench[tab]
    const then = afterDone(this.#bench, tab, row.id)
    const letGo = then === undefined ? () => undefined : list.hold(then)
    const target = targetAfterSave(asSeen(this.#bench), { tab, id: row.id, isOpen: true }, thenNext)
    const isSaved = await ahead.during(target, () => this.#save(open, then, thenNext))
    letGo()
    return isSaved
  }

  async #save(open: Edit, then: string | undefined, thenNext: boolean): Promise<boolean> {
    const { edit } = this.#bench
    const problem = scoreProblem(open.draft.score)
    if (problem) {
      this.#bench.ahead.forget()
      edit.set({ problem })
      this.#page.error(`${fieldLabelOf(open.row)}：${problem}`)
      this.#page.focus('score')
      return false
    }
    edit.set({ saving: true, problem: undefined, clash: undefined })
    try {
      const { message, result } = await persist(() => calls.save(markBody(open.row, open.draft), open.saveKey))
      const isHere = edit.isStill(open)
      const row = { ...open.row, ...open.latest, ...result, submitStatus: SCORED }
      this.#saved(open, row)
      this.#selectNext(open, then)
      this.#page.success(`${fieldLabelOf(row, row.score)}：${message || '保存成功！'}`, () => void this.undo(row.id))
      if (thenNext && isHere) await this.next()
      return true
    } catch (error) {
      this.#refused(open, error)
      return false
    }
  }

  /** From a finished row to the one that followed it at the time of saving, unless another was chosen since. */
  #selectNext({ tab, row }: Edit, then: string | undefined): void {
    const selection = this.#bench.selection[tab]
    if (selection.get() === row.id) selection.set(then)
  }

  /** Their mark stays, and mine is not saved. */
  #giveWay = (open: Edit): void => {
    const then = afterDone(this.#bench, open.tab, open.row.id)
    this.#end({ keepDraft: false })
    this.#selectNext(open, then)
  }

  /** A late answer touches no other edit: the row goes where it belongs, and its own draft is removed. */
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
    ahead.forget(true)
    const isHere = edit.isStill(begun)
    const clash = clashIn(error)
    if (isHere) edit.set({ saving: false, clash, problem: clash ? undefined : errorSentence(error) })
    if (isHere && clash) return
    this.#page.refused(error, spokenOf(begun, ''))
    if (isHere) this.#page.focus('score')
  }

  focus = (): void => this.#page.focus('score')
  focusList = (): void => this.#page.focusList()

  /** On to the next submission that nobody marks. */
  next = (): Promise<void> => this.#queue.next()

  /** Undo my own last mark of a row. */
  undo = async (id: string): Promise<void> => {
    const before = resultOf(this.#bench, id)
    const label = before ? `${fieldLabelOf(before, before.score)}：` : ''
    try {
      const { message, result } = await calls.undoMark(id)
      const row = resultOf(this.#bench, id) ?? before
      if (row) settle(this.#bench, { ...row, submitStatus: SUBMITTED, ...result }, id)
      this.#page.success(`${label}${message || '已撤销评分！'}`)
    } catch (error) {
      this.#page.refused(error, label)
    }
  }
}
