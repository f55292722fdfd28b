import type { Actor, Engine, Model, Outcome, StagedRows, Tx, WriteRequest } from '../../contract.ts'
import { ownTurn } from '../own-turn.ts'
import { waivedFields } from '../check/check-rows.ts'
import type { CellProblem } from '../errors.ts'
import { existingRows, matchKeyOf } from '../check/existing-rows.ts'
import { GrownTable } from './grown-table.ts'
import { Abandoned, type PlannedRow } from '../check/import-plan.ts'
import type { ImportTurns } from './import-turns.ts'
import { sentences } from '../sheet/sheet.ts'
import { parentRow } from '../check/sheet-parents.ts'
import type { SheetPlan } from '../check/sheet-plan.ts'
import { Overtaken } from './staged-import.ts'

export interface CommitRequest {
  readonly engine: Engine
  readonly model: Model
  readonly actor: Actor
  readonly plan: SheetPlan
  readonly turns: ImportTurns
  /** Refuses what another node has imported; the first statement of the transaction. */
  claim?(tx: Tx): Promise<void>
  /** The text of a field in a row of the sheet. */
  textAt(row: number, field: string): string
  /** Receives the number of rows written so far. */
  onProgress(done: number): void
}

/** Rows that are written together; the next ones may still be under check. */
type Batches = Iterable<readonly PlannedRow[]> | AsyncIterable<readonly PlannedRow[]>

/** Whether rows are stored or wait, and who is asked whether added ones are still new. */
type HowWritten = Pick<WriteRequest, 'staged' | 'unique'>

/** Whether somebody has added a row since its check, or taken a value, only the index of the values says, when the row is stored. */
export const LEFT_TO_INDEX = { unique: 'database' } as const satisfies HowWritten

/** Rows of one entity on their way into the transaction of an import, and what became of each. */
export class PlannedWrite {
  readonly refused = new Map<number, CellProblem>()
  readonly unchanged = new Set<number>()
  done = 0
  readonly #request: CommitRequest
  /** Ids of added rows by their row in the sheet. */
  readonly #idOf: Map<number, string>
  /** The field that refers to a row added earlier. */
  readonly #above: string | undefined

  constructor(request: CommitRequest, above: { key: string | undefined; idOf: Map<number, string> }) {
    this.#request = request
    this.#above = above.key
    this.#idOf = above.idOf
  }

  /**
   * Between batches the process serves other requests; the transaction stays open, because other writers wait for it anyway. Of added rows
   * that are checked without each other, so many batches are under way at once: one is checked while the database stores another.
   */
  async write(tx: Tx, operation: 'add' | 'edit', batches: Batches, atOnce = 1): Promise<void> {
    const { engine, model } = this.#request
    const table = new GrownTable(engine.db, model)
    const underWay = new Set<Promise<unknown>>()
    const how = atOnce > 1 ? LEFT_TO_INDEX : {}
    let begun = 0
    try {
      for await (const part of batches) {
        if (operation === 'add') await table.note(tx, begun)
        begun += part.length
        const written: Promise<unknown> = this.#writePart(tx, operation, part, how).then(async () => {
          await this.#passed(part.length)
          underWay.delete(written)
        })
        // A failure is heard of below, however long the next batch takes.
        written.catch(() => undefined)
        underWay.add(written)
        if (underWay.size >= atOnce) await Promise.race(underWay)
      }
      await Promise.all(underWay)
    } catch (error) {
      // Nothing may be asked of a transaction that has ended.
      await Promise.allSettled(underWay)
      if (atOnce === 1 || error instanceof Abandoned) throw error
      throw new Overtaken('not all of the rows under way were stored', { cause: error })
    }
  }

  /** Check rows in transactions of their own, between which others write; the rows wait to be stored together. */
  async stage(operation: 'add' | 'edit', batches: Batches, how: HowWritten & { readonly staged: StagedRows }): Promise<void> {
    for await (const part of batches) {
      await this.#request.engine.db.write((tx) => this.#writePart(tx, operation, part, how))
      await this.#passed(part.length)
    }
  }

  async #passed(count: number): Promise<void> {
    this.done += count
    this.#request.onProgress(this.done)
    await ownTurn()
  }

  async #writePart(tx: Tx, operation: 'add' | 'edit', part: readonly PlannedRow[], how: HowWritten): Promise<void> {
    const placed = part.flatMap((row) => this.#placed(row))
    const rows = operation === 'add' && !how.unique ? await this.#stillNew(tx, placed) : placed
    const outcomes = await this.#send(tx, operation, rows, how)
    for (const [index, row] of rows.entries()) this.#note(row, outcomes[index])
  }

  #send(tx: Tx, operation: 'add' | 'edit', rows: readonly PlannedRow[], how: HowWritten): Promise<Outcome[]> {
    const { engine, model, actor } = this.#request
    const request = { entity: model.name, operation, rows: rows.map((row) => row.data), actor, onRefusal: 'collect' as const }
    return engine.write({ ...request, waive: waivedFields(model), ...how }, tx)
  }

  /** The row below the parent that was added before it; refused if the parent was. */
  #placed(planned: PlannedRow): PlannedRow[] {
    const key = this.#above
    const above = parentRow(key, planned.data)
    if (above === undefined || key === undefined) return [planned]
    const id = this.#idOf.get(above)
    if (id !== undefined) return [{ ...planned, data: { ...planned.data, [key]: id } }]
    this.#refuse(planned, sentences.orphan(above), key)
    return []
  }

  /** Rows that somebody else added since the check would become duplicates; they are refused instead. */
  async #stillNew(tx: Tx, rows: readonly PlannedRow[]): Promise<PlannedRow[]> {
    const { engine, model, actor } = this.#request
    const existing = await existingRows(
      { engine, model, actor, db: tx },
      rows.map((row) => row.data),
    )
    const keys = model.entity.import?.matchOn ?? []
    return rows.filter((row) => {
      const appeared = existing.has(matchKeyOf(row.data, keys) ?? '')
      if (appeared) this.#refuse(row, sentences.appeared, keys.at(-1) ?? '')
      return !appeared
    })
  }

  #note(row: PlannedRow, outcome: Outcome | undefined): void {
    if (outcome?.outcome === 'added') this.#idOf.set(row.row, outcome.id)
    if (outcome?.outcome === 'unchanged' && !row.untold) this.unchanged.add(row.row)
    if (outcome?.outcome === 'refused') this.#refuse(row, outcome.message, Object.keys(outcome.details ?? {})[0] ?? '')
  }

  #refuse({ row }: PlannedRow, message: string, field: string): void {
    const { model, textAt } = this.#request
    this.refused.set(row, { row, column: model.entity.fields[field]?.label ?? '', field, value: textAt(row, field), message })
  }
}
