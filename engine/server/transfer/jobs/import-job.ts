import type { WireRow } from '../../../schema/index.ts'
import type { Actor, Engine, Model, Tx } from '../../contract.ts'
import { AppError, InvalidInput, Refused } from '../../errors.ts'
import { commitImport, rehearseImport, type CommitResult } from '../commit/commit-import.ts'
import type { CellProblem } from '../errors.ts'
import { FileCheck } from '../check/file-check.ts'
import type { ImportTurns } from '../commit/import-turns.ts'
import type { JobPhase, JobView } from './job-view.ts'
import { SheetPlan } from '../check/sheet-plan.ts'
import type { SharedJobs } from './shared-jobs.ts'
import { Unreadable, type SheetColumn, type SourceRow } from '../sheet/sheet.ts'
import type { CommitRequest } from '../commit/planned-write.ts'
import { shownChanges, type ShownChange } from './shown-changes.ts'

export interface JobInput {
  readonly engine: Engine
  readonly model: Model
  readonly actor: Actor
  readonly given: WireRow
  readonly file: Uint8Array
}

/** What a job keeps of its input: everything except the file. */
type KeptInput = Omit<JobInput, 'file'> & {
  readonly turns: ImportTurns
  /** Where it waits until its owner says that it may be written. */
  readonly shared?: SharedJobs | undefined
}

/** A row that was not imported. */
export interface FaultyRow {
  readonly source: SourceRow
  readonly problems: readonly CellProblem[]
}

/** One uploaded file: read in a worker thread, checked in slices, written when its owner confirms. */
export class ImportJob {
  readonly id: string
  readonly owner: string
  /** The role in which it was uploaded; after a switch of role nobody has access to it. */
  readonly role: string
  readonly model: Model
  touched = Date.now()
  #phase: JobPhase = 'reading'
  /** Rows that have been checked, and rows that have been written, or rehearsed. */
  #checked = 0
  #written = 0
  #plan = new SheetPlan()
  readonly #file: FileCheck
  /** What begins while the file is read, when many rows are to be added. */
  #onMany: ((plan: SheetPlan) => void) | undefined
  #changes: readonly ShownChange[] = []
  #message: string | undefined
  #result: CommitResult | undefined
  #commit: Promise<CommitResult> | undefined
  readonly #input: KeptInput

  constructor(id: string, input: KeptInput) {
    this.id = id
    this.owner = input.actor.id
    this.role = input.actor.role
    this.model = input.model
    this.#input = input
    this.#file = new FileCheck(input, {
      onRead: () => (this.#phase = this.#phase === 'reading' ? 'checking' : this.#phase),
      onChecked: (part) => (this.#checked = Math.ceil(part * this.#rows)),
      onMany: (plan) => this.#onMany?.(plan),
    })
  }

  get #rows(): number {
    return this.#file.rows.count
  }

  /** A row that is checked and rehearsed is done; one that is imported has been both before. */
  get #done(): number {
    return this.#phase === 'importing' || this.#phase === 'done' ? this.#written : Math.ceil((this.#checked + this.#written) / 2)
  }

  get plan(): SheetPlan {
    return this.#plan
  }

  get busy(): boolean {
    return this.#phase === 'reading' || this.#phase === 'checking' || this.#phase === 'importing'
  }

  get isDone(): boolean {
    return this.#phase === 'done'
  }

  get isImporting(): boolean {
    return this.#phase === 'importing'
  }

  view(): JobView {
    return {
      job: this.id,
      phase: this.#phase,
      rows: this.#rows,
      done: this.#done,
      counts: this.#plan.counts,
      ...(this.#plan.beside && { above: { title: this.model.entity.title, ...this.#plan.own.counts } }),
      errors: this.#plan.errors,
      errorTotal: this.#plan.errorTotal,
      ignored: this.#file.columns.flatMap(({ key, label }) => (key === undefined ? [label] : [])),
      changes: this.#changes,
      ...(this.#message !== undefined && { message: this.#message }),
      ...(this.#result && { result: this.#result }),
    }
  }

  /** The wrong rows as they were in the file, with the reasons. */
  faults(): { readonly columns: readonly SheetColumn[]; readonly rows: readonly FaultyRow[] } {
    const rows = [...this.#plan.bad].flatMap(([row, problems]): FaultyRow[] => {
      const source = this.#file.rows.find(row)
      return source ? [{ source, problems }] : []
    })
    return { columns: this.#file.columns, rows: rows.toSorted((a, b) => a.source.row - b.source.row) }
  }

  /** Read and check the file and rehearse the write, so that the owner can decide. */
  async check(file: Uint8Array): Promise<void> {
    try {
      await this.#checkThen(file, (plan) => this.#rehearse(plan))
      await this.#note('ready')
      this.#phase = 'ready'
    } catch (error) {
      await this.#note('failed').finally(() => this.#fail(error))
      throw error
    }
  }

  /** Read, check and import a file in one go. */
  run(file: Uint8Array, mode: 'all' | 'good'): Promise<CommitResult> {
    return this.#checkThen(file, (plan) => this.#write(plan, mode, this.#input.actor))
  }

  /**
   * Read and check the file, and do what is next with its plan: at the end, or as soon as many rows are to be added. A file that cannot
   * be used is refused with its sentence as `InvalidInput`.
   */
  async #checkThen<T>(file: Uint8Array, next: (plan: SheetPlan) => Promise<T>): Promise<T> {
    let begun: Promise<T> | undefined
    this.#onMany = (plan) => {
      begun = next(plan)
      // Whoever waits for it hears of a failure.
      begun.catch(() => undefined)
    }
    try {
      this.#plan = await this.#file.run(file)
      return await (begun ?? next(this.#plan))
    } catch (error) {
      await begun?.catch(() => undefined)
      throw error instanceof Unreadable ? new InvalidInput({ file: error.message }) : error
    }
  }

  /** Tell how far the file is, before whoever asks for this job hears it: their tasks are read next. */
  async #note(phase: JobPhase): Promise<void> {
    await this.#input.shared?.note(this.id, { phase, rows: this.#rows })
  }

  async #rehearse(plan: SheetPlan): Promise<void> {
    await rehearseImport(this.#request(plan, this.#input.actor))
    this.#changes = await shownChanges({ ...this.#input, changes: plan.own.changes, sourceOf: (row) => this.#file.rows.find(row) })
  }

  #request(plan: SheetPlan, actor: Actor): CommitRequest {
    const { shared } = this.#input
    const claim = (tx: Tx) => shared?.claim(tx, this.id) ?? Promise.resolve()
    const textAt = (row: number, field: string) => this.#file.rows.find(row)?.texts[field] ?? ''
    return { ...this.#input, actor, plan, claim, textAt, onProgress: (written) => (this.#written = written) }
  }

  #fail(error: unknown): void {
    this.#phase = 'failed'
    this.#message = error instanceof AppError ? error.message : '导入失败，请稍后重试'
  }

  /** Another node has written the rows. */
  doneElsewhere(result: CommitResult): void {
    if (this.busy) return
    this.#phase = 'done'
    this.#result = result
    this.#commit = Promise.resolve(result)
  }

  /** Write the good rows, with what the owner may do now. A second call writes nothing and gets the same answer. */
  async commit(mode: 'all' | 'good', actor: Actor): Promise<CommitResult> {
    if (this.#phase === 'reading' || this.#phase === 'checking') throw new Refused('文件正在检查，请稍候')
    if (this.#phase === 'failed') throw new Refused(this.#message ?? '')
    this.#commit ??= this.#write(this.#plan, mode, actor)
    return this.#commit
  }

  async #write(plan: SheetPlan, mode: 'all' | 'good', actor: Actor): Promise<CommitResult> {
    this.#phase = 'importing'
    this.#written = 0
    try {
      const result = await commitImport(this.#request(plan, actor), mode)
      this.#phase = 'done'
      this.#result = result
      await this.#input.shared?.finish(this.id, result)
      return result
    } catch (error) {
      this.#phase = 'ready'
      this.#commit = undefined
      throw error
    }
  }
}
