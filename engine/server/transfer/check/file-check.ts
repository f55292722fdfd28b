import type { WireRow } from '../../../schema/index.ts'
import { chunksOf } from '../../chunks.ts'
import type { Actor, Engine, Model } from '../../contract.ts'
import { ownTurn } from '../own-turn.ts'
import { RowChecker } from './check-rows.ts'
import { wantedColumns } from '../sheet/columns.ts'
import { BATCH, MANY } from './import-plan.ts'
import { readInWorker } from '../sheet/read-in-worker.ts'
import { besideOf, takenApart } from './rows-beside.ts'
import { idOfRow } from './sheet-parents.ts'
import { SheetPlan } from './sheet-plan.ts'
import { SheetRows } from '../sheet/sheet-rows.ts'
import type { SheetColumn, SourceRow } from '../sheet/sheet.ts'

interface CheckInput {
  readonly engine: Engine
  readonly model: Model
  readonly actor: Actor
  readonly given: WireRow
}

interface CheckListener {
  /** The file has been read to its end. */
  onRead(): void
  /** This part of the rows has been checked. */
  onChecked(part: number): void
  /** So many rows are to be added that they may be written, or checked by the write, while others are read; told once at most. */
  onMany(plan: SheetPlan): void
}

/** Rows to check, and where progress is reported. */
interface CheckedSheet {
  readonly sources: readonly SourceRow[]
  /** Fields that have a column in the file. */
  readonly found: readonly string[]
  onChecked(part: number): void
  givenTo?(source: SourceRow): WireRow
}

/** Reads one file and decides what an import of it would do. */
export class FileCheck {
  readonly rows = new SheetRows()
  columns: readonly SheetColumn[] = []
  readonly #input: CheckInput
  readonly #listener: CheckListener

  constructor(input: CheckInput, listener: CheckListener) {
    this.#input = input
    this.#listener = listener
  }

  /** Throws `Unreadable` with a sentence for the user. */
  async run(file: Uint8Array): Promise<SheetPlan> {
    const { engine, model, actor } = this.#input
    const beside = besideOf(engine, model, actor)
    const isWhole = beside !== undefined || model.entity.tree !== undefined
    return isWhole ? this.#checkWhole(file, beside) : this.#checkWhileReading(file)
  }

  /** Read the file to its end; `onRows` is given its rows, each part before the next is read. */
  async #read(file: Uint8Array, beside: Model | undefined, onRows?: (rows: readonly SourceRow[]) => Promise<void>): Promise<void> {
    const take = async (rows: readonly SourceRow[], packed: Uint8Array) => {
      this.rows.add(rows, packed)
      await onRows?.(rows)
    }
    await readInWorker({ bytes: file, columns: wantedColumns(this.#input.model, beside) }, take, (columns) => (this.columns = columns))
    this.#listener.onRead()
  }

  /** The fields that have a column in the file. */
  get #found(): readonly string[] {
    return this.columns.flatMap(({ key }) => key ?? [])
  }

  /** Rows that belong to other rows of the file are checked when it is read. */
  async #checkWhole(file: Uint8Array, beside: Model | undefined): Promise<SheetPlan> {
    await this.#read(file, beside)
    const onChecked = (part: number) => this.#listener.onChecked(part)
    const sheet = { sources: this.rows.all(), found: this.#found, onChecked }
    return beside ? this.#checkBoth(sheet, beside) : new SheetPlan((await this.#checkRows(this.#input.model, sheet)).plan)
  }

  /** Rows that stand alone are checked while the next are read. */
  async #checkWhileReading(file: Uint8Array): Promise<SheetPlan> {
    const { engine, model, given } = this.#input
    let begun: { readonly checker: RowChecker; readonly plan: SheetPlan } | undefined
    let mayTell = engine.addsMayWait(model.name)
    const begin = () => {
      const checker = new RowChecker({ ...this.#input, found: this.#found, sources: [], givenTo: () => given })
      return { checker, plan: new SheetPlan(checker.plan) }
    }
    try {
      await this.#read(file, undefined, async (rows) => {
        begun ??= begin()
        const { checker, plan } = begun
        await this.#checkParts(checker, rows)
        if (!mayTell || plan.own.adds.length <= MANY) return
        mayTell = false
        this.#listener.onMany(plan)
      })
    } catch (error) {
      // Rows that are still on their way begin nothing any more.
      mayTell = false
      begun?.plan.own.grow('abandoned')
      throw error
    }
    this.#listener.onChecked(1)
    begun?.checker.finish()
    return begun?.plan ?? new SheetPlan()
  }

  /** In slices, between which other requests are served. */
  async #checkParts(checker: RowChecker, rows: readonly SourceRow[], onPart?: (count: number) => void): Promise<void> {
    for (const part of chunksOf(rows, BATCH)) {
      await checker.check(part)
      onPart?.(part.length)
      await ownTurn()
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
    const own = this.#input.model
    const { by = '' } = own.entity.import?.rows ?? {}
    const besideKeys = new Set(wantedColumns(model).map(({ key }) => key))
    const keys = { own: sheet.found.filter((key) => !besideKeys.has(key)), beside: sheet.found.filter((key) => besideKeys.has(key)) }
    const apart = takenApart(own, keys, sheet.sources)
    const above = await this.#checkRows(own, {
      sources: apart.own,
      found: keys.own,
      onChecked: (part) => sheet.onChecked(part / 2),
    })
    for (const problem of apart.problems) above.plan.refuse(problem)
    const beside = await this.#checkRows(model, {
      sources: apart.beside.filter(({ row }) => !above.plan.bad.has(row)),
      found: keys.beside,
      onChecked: (part) => sheet.onChecked((1 + part) / 2),
      givenTo: ({ row }) => {
        const first = apart.firstOf.get(row) ?? row
        return { [by]: above.idOf.get(first) ?? idOfRow(first) }
      },
    })
    const plan = new SheetPlan(above.plan, { model, by, plan: beside.plan })
    plan.settle()
    return plan
  }
}
