import { setImmediate } from 'node:timers/promises'
import type { WireRow } from '../../schema/index.ts'
import { chunksOf } from '../chunks.ts'
import type { Actor, Engine, Model, Tx } from '../contract.ts'
import { AppError, InvalidInput, Refused } from '../errors.ts'
import { RowChecker } from './check-rows.ts'
import { wantedColumns } from './columns.ts'
import { commitImport, rehearseImport, type CommitRequest, type CommitResult } from './commit-import.ts'
import type { CellProblem } from './errors.ts'
import type { ImportTurns } from './import-turns.ts'
import type { JobPhase, JobView, WaitingImport } from './job-view.ts'
import { readInWorker } from './read-in-worker.ts'
import { besideOf, takenApart } from './rows-beside.ts'
import { SheetPlan } from './sheet-plan.ts'
import { SheetRows } from './sheet-rows.ts'
import { idOfRow } from './sheet-parents.ts'
import type { SharedJobs } from './shared-jobs.ts'
import { Unreadable, type SheetColumn, type SourceRow } from './sheet.ts'
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
  readonly shared?: SharedJobs | undefined
  /** Nothing is written before its owner says so. */
  readonly asks: boolean
}

/** A row that was not imported. */
export interface FaultyRow {
  readonly source: SourceRow
  readonly problems: readonly CellProblem[]
}

const slice = 100

/** Rows to check, and where progress is reported. */
interface CheckedSheet {
  readonly sources: readonly SourceRow[]
  /** Fields that have a column in the file. */
  readonly found: readonly string[]
  onChecked(part: number): void
  givenTo?(source: SourceRow): WireRow
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
  #rows = 0
  #done = 0
  #plan = new SheetPlan()
  #columns: readonly SheetColumn[] = []
  #changes: readonly ShownChange[] = []
  readonly #sheet = new SheetRows()
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

  /** What waits for its owner; undefined if nothing does. */
  get waiting(): WaitingImport | undefined {
    const { given, asks } = this.#input
    if (!asks || this.#phase === 'done' || this.#phase === 'failed') return undefined
    return { job: this.id, entity: this.model.name, given, phase: this.#phase, rows: this.#rows }
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
      ignored: this.#columns.flatMap(({ key, label }) => (key === undefined ? [label] : [])),
      changes: this.#changes,
      ...(this.#message !== undefined && { message: this.#message }),
      ...(this.#result && { result: this.#result }),
    }
  }

  /** The wrong rows as they were in the file, with the reasons. */
  faults(): { readonly columns: readonly SheetColumn[]; readonly rows: readonly FaultyRow[] } {
    const rows = [...this.#plan.bad].flatMap(([row, problems]): FaultyRow[] => {
      const source = this.#sheet.find(row)
      return source ? [{ source, problems }] : []
    })
    return { columns: this.#columns, rows: rows.toSorted((a, b) => a.source.row - b.source.row) }
  }

  /**
   * Read and check the file, and rehearse the write for a preview. A file that cannot be used makes the job fail with its sentence as
   * `InvalidInput`.
   */
  async check(file: Uint8Array, how: { readonly rehearse: boolean }): Promise<void> {
    try {
      const beside = besideOf(this.#input.engine, this.model, this.#input.actor)
      const each = how.rehearse ? 2 : 1
      const onChecked = (part: number) => (this.#done = Math.ceil((part * this.#rows) / each))
      const isWhole = beside !== undefined || this.model.entity.tree !== undefined
      if (isWhole) this.#plan = await this.#checkWhole(file, onChecked, beside)
      else await this.#checkWhileReading(file, onChecked)
      if (how.rehearse) await this.#rehearse()
      this.#phase = 'ready'
      await this.#note()
    } catch (error) {
      const failure = this.#fail(error instanceof Unreadable ? new InvalidInput({ file: error.message }) : error)
      await this.#note()
      throw failure
    }
  }

  /** Other nodes are told how far the file is. */
  async #note(): Promise<void> {
    if (this.#input.asks) await this.#input.shared?.note(this.id, { phase: this.#phase, rows: this.#rows })
  }

  /** Read the file to its end; `onRows` is given its rows, each part before the next is read. */
  async #read(file: Uint8Array, beside: Model | undefined, onRows?: (rows: readonly SourceRow[]) => Promise<void>): Promise<void> {
    const take = async (rows: readonly SourceRow[], packed: Uint8Array) => {
      this.#sheet.add(rows, packed)
      this.#rows = this.#sheet.count
      await onRows?.(rows)
    }
    await readInWorker({ bytes: file, columns: wantedColumns(this.model, beside) }, take, (columns) => (this.#columns = columns))
  }

  /** The fields that have a column in the file. */
  get #found(): readonly string[] {
    return this.#columns.flatMap(({ key }) => key ?? [])
  }

  /** Rows that belong to other rows of the file are checked when it is read. */
  async #checkWhole(file: Uint8Array, onChecked: (part: number) => void, beside: Model | undefined): Promise<SheetPlan> {
    await this.#read(file, beside)
    this.#phase = 'checking'
    const sheet = { sources: this.#sheet.all(), found: this.#found, onChecked }
    return beside ? this.#checkBoth(sheet, beside) : new SheetPlan((await this.#checkRows(this.model, sheet)).plan)
  }

  /** Rows that stand alone are checked while the next are read. */
  async #checkWhileReading(file: Uint8Array, onChecked: (part: number) => void): Promise<void> {
    let checker: RowChecker | undefined
    await this.#read(file, undefined, async (rows) => {
      checker ??= new RowChecker({ ...this.#input, found: this.#found, sources: [], givenTo: () => this.#input.given })
      await this.#checkParts(checker, rows)
    })
    this.#phase = 'checking'
    onChecked(1)
    checker?.finish()
    if (checker) this.#plan = new SheetPlan(checker.plan)
  }

  /** In slices, between which other requests are served. */
  async #checkParts(checker: RowChecker, rows: readonly SourceRow[], onPart?: (count: number) => void): Promise<void> {
    for (const part of chunksOf(rows, slice)) {
      await checker.check(part)
      onPart?.(part.length)
      await setImmediate()
    }
  }

  /** Check the rows of one entity, which have all been read. */
  async #checkRows(model: Model, { sources, found, onChecked, givenTo = () => this.#input.given }: CheckedSheet): Promise<RowChecker> {
    const checker = new RowChecker({ ...this.#input, model, found, sources, givenTo })
    let checked = 0
    await this.#checkParts(checker, sources, (count) => onChecked((checked += count) / sources.length))
    checker.finish()
    return checker
  }

  /** Check the sheet's own rows, then the rows beside them, each with the row it belongs to. */
  async #checkBoth(sheet: CheckedSheet, model: Model): Promise<SheetPlan> {
    const { by = '' } = this.model.entity.import?.rows ?? {}
    const besideKeys = new Set(wantedColumns(model).map(({ key }) => key))
    const keys = { own: sheet.found.filter((key) => !besideKeys.has(key)), beside: sheet.found.filter((key) => besideKeys.has(key)) }
    const apart = takenApart(this.model, keys, sheet.sources)
    const own = await this.#checkRows(this.model, {
      sources: apart.own,
      found: keys.own,
      onChecked: (part) => sheet.onChecked(part / 2),
    })
    for (const problem of apart.problems) own.plan.refuse(problem)
    const beside = await this.#checkRows(model, {
      sources: apart.beside.filter(({ row }) => !own.plan.bad.has(row)),
      found: keys.beside,
      onChecked: (part) => sheet.onChecked((1 + part) / 2),
      givenTo: ({ row }) => {
        const first = apart.firstOf.get(row) ?? row
        return { [by]: own.idOf.get(first) ?? idOfRow(first) }
      },
    })
    const plan = new SheetPlan(own.plan, { model, by, plan: beside.plan })
    plan.settle()
    return plan
  }

  async #rehearse(): Promise<void> {
    const half = this.#done
    await rehearseImport(this.#request(this.#input.actor, (done) => (this.#done = half + Math.floor(done / 2))))
    this.#changes = await shownChanges({ ...this.#input, changes: this.#plan.own.changes, sourceOf: (row) => this.#sheet.find(row) })
  }

  #request(actor: Actor, onProgress: (done: number) => void): CommitRequest {
    const { shared } = this.#input
    const claim = (tx: Tx) => shared?.claim(tx, this.id) ?? Promise.resolve()
    return { ...this.#input, actor, plan: this.#plan, claim, textAt: (row, field) => this.#sheet.find(row)?.texts[field] ?? '', onProgress }
  }

  #fail(error: unknown): unknown {
    this.#phase = 'failed'
    this.#message = error instanceof AppError ? error.message : '导入失败，请稍后重试'
    return error
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
    this.#commit ??= this.#write(mode, actor)
    return this.#commit
  }

  async #write(mode: 'all' | 'good', actor: Actor): Promise<CommitResult> {
    this.#phase = 'importing'
    this.#done = 0
    try {
      const result = await commitImport(
        this.#request(actor, (done) => (this.#done = done)),
        mode,
      )
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
