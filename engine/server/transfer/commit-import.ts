import { setImmediate } from 'node:timers/promises'
import type { WireRow } from '../../schema/index.ts'
import type { Actor, Engine, Model, Outcome, Tx } from '../contract.ts'
import { waivedFields } from './check-rows.ts'
import { ImportRejected, type CellProblem } from './errors.ts'
import { existingRows, keyOf } from './existing-rows.ts'
import type { ImportPlan, PlannedRow } from './import-plan.ts'
import { sentences } from './sheet.ts'
import { parentRow, wavesOf } from './sheet-parents.ts'

export interface CommitRequest {
  readonly engine: Engine
  readonly model: Model
  readonly actor: Actor
  readonly plan: ImportPlan
  /** 'all' writes every row or none; 'good' leaves wrong rows out. */
  readonly mode: 'all' | 'good'
  /** Told how many rows have been written. */
  onProgress(done: number): void
}

const batch = 200

class Commit {
  readonly refused = new Map<number, CellProblem>()
  unchanged = 0
  done = 0
  readonly #request: CommitRequest
  readonly #tx: Tx
  /** Ids of added rows by their row in the sheet. */
  readonly #idOf = new Map<number, string>()

  constructor(request: CommitRequest, tx: Tx) {
    this.#request = request
    this.#tx = tx
  }

  /** Between batches the process answers others; the transaction stays open, as other writers wait for it anyway. */
  async write(operation: 'add' | 'edit', planned: readonly PlannedRow[]): Promise<void> {
    const { engine, model, actor } = this.#request
    for (let from = 0; from < planned.length; from += batch) {
      const part = planned.slice(from, from + batch)
      const placed = part.flatMap((row) => this.#placed(row))
      const rows = operation === 'add' ? await this.#stillNew(placed) : placed
      const request = { entity: model.name, operation, rows: rows.map((row) => row.data), actor, onRefusal: 'collect' as const }
      const waive = waivedFields(model)
      const outcomes = await engine.write({ ...request, waive }, this.#tx)
      for (const [at, row] of rows.entries()) this.#note(row, outcomes[at])
      this.done += part.length
      this.#request.onProgress(this.done)
      await setImmediate()
    }
  }

  /** The row below the parent that was added before it; refused with that one. */
  #placed(planned: PlannedRow): PlannedRow[] {
    const { model } = this.#request
    const above = parentRow(model, planned.data)
    const key = model.entity.tree?.parent
    if (above === undefined || key === undefined) return [planned]
    const id = this.#idOf.get(above)
    if (id !== undefined) return [{ ...planned, data: { ...planned.data, [key]: id } }]
    this.#refuse({ ...planned, data: {} }, sentences.orphan(above), key)
    return []
  }

  /** Rows that somebody else added since the check would become twins; they are refused instead. */
  async #stillNew(rows: readonly PlannedRow[]): Promise<PlannedRow[]> {
    const { engine, model, actor } = this.#request
    const existing = await existingRows(
      { engine, model, actor, db: this.#tx },
      rows.map((row) => row.data),
    )
    const keys = model.entity.import?.matchOn ?? []
    return rows.filter((row) => {
      const appeared = existing.has(keyOf(row.data, keys) ?? '')
      if (appeared) this.#refuse(row, sentences.appeared, keys.at(-1) ?? '')
      return !appeared
    })
  }

  #note(row: PlannedRow, outcome: Outcome | undefined): void {
    if (outcome?.outcome === 'added') this.#idOf.set(row.row, outcome.id)
    if (outcome?.outcome === 'unchanged' && !row.untold) this.unchanged++
    if (outcome?.outcome === 'refused') this.#refuse(row, outcome.message, Object.keys(outcome.details ?? {})[0] ?? '')
  }

  #refuse({ row, data }: PlannedRow, message: string, field: string): void {
    const { fields } = this.#request.model.entity
    this.refused.set(row, { row, column: fields[field]?.label ?? '', field, value: textOf(data, field), message })
  }
}

const textOf = (data: WireRow, field: string): string => String(data[field] ?? '')

export interface ImportResult {
  readonly add: number
  readonly change: number
  readonly same: number
  readonly totalCount: number
  readonly successCount: number
  readonly errorCount: number
}

/**
 * Write what was planned, in one transaction and through the one write path. In mode 'all' any wrong row, also one
 * that only the write discovers, leaves everything as it was.
 */
export async function commitImport(request: CommitRequest): Promise<ImportResult> {
  const { engine, model, plan, mode } = request
  if (mode === 'all' && plan.errorTotal) throw new ImportRejected(plan.errors, plan.errorTotal)
  const work = async (tx: Tx): Promise<Commit> => {
    const commit = new Commit(request, tx)
    for (const wave of wavesOf(model, plan.adds)) await commit.write('add', wave)
    await commit.write('edit', plan.changes)
    if (mode === 'all' && commit.refused.size) {
      plan.drop(commit.refused)
      throw new ImportRejected(plan.errors, plan.errorTotal)
    }
    return commit
  }
  const { refused, unchanged } =
    plan.adds.length + plan.changes.length ? await engine.db.write(work, `import:${model.table}`) : { refused: new Map(), unchanged: 0 }
  plan.drop(refused)
  const { add, change, same, bad } = plan.counts
  const successCount = add + change + same
  return { add, change: change - unchanged, same: same + unchanged, totalCount: plan.total, successCount, errorCount: bad }
}
