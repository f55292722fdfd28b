import { setImmediate } from 'node:timers/promises'
import { chunksOf } from '../chunks.ts'
import type { Actor, Engine, Model, Outcome, StagedRows, Tx } from '../contract.ts'
import { waivedFields } from './check-rows.ts'
import { ImportRejected, type CellProblem } from './errors.ts'
import { existingRows, matchKeyOf } from './existing-rows.ts'
import { Abandoned, type PlannedRow } from './import-plan.ts'
import { MANY } from './file-check.ts'
import { GrownTable } from './grown-table.ts'
import type { ImportTurns } from './import-turns.ts'
import { isOvertaken, Overtaken, storeStaged } from './staged-import.ts'
import { sentences } from './sheet.ts'
import { parentRow, wavesOf } from './sheet-parents.ts'
import type { SheetPlan } from './sheet-plan.ts'

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

const batch = 200

/** Rows that are written together; the next ones may still be under check. */
type Batches = Iterable<readonly PlannedRow[]> | AsyncIterable<readonly PlannedRow[]>

class Commit {
  readonly refused = new Map<number, CellProblem>()
  readonly unchanged = new Set<number>()
  done = 0
  readonly #request: CommitRequest
  /** Where added rows wait instead of being stored at once. */
  readonly #staged: StagedRows | undefined
  /** Ids of added rows by their row in the sheet. */
  readonly #idOf: Map<number, string>
  /** The field that refers to a row added earlier. */
  readonly #above: string | undefined

  constructor(request: CommitRequest, above: { key: string | undefined; idOf: Map<number, string> }, staged?: StagedRows) {
    this.#request = request
    this.#staged = staged
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
    let begun = 0
    try {
      for await (const part of batches) {
        if (operation === 'add') await table.note(tx, begun)
        begun += part.length
        const written: Promise<unknown> = this.#writePart(tx, operation, part).then(async () => {
          await this.#passed(part.length)
          underWay.delete(written)
        })
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

  /** Check added rows in transactions of their own, between which others write; the rows wait to be stored together. */
  async stage(planned: readonly PlannedRow[]): Promise<void> {
    for (const part of chunksOf(planned, batch)) {
      await this.#request.engine.db.write((tx) => this.#writePart(tx, 'add', part))
      await this.#passed(part.length)
    }
  }

  async #passed(count: number): Promise<void> {
    this.done += count
    this.#request.onProgress(this.done)
    await setImmediate()
  }

  async #writePart(tx: Tx, operation: 'add' | 'edit', part: readonly PlannedRow[]): Promise<void> {
    const { engine, model, actor } = this.#request
    const placed = part.flatMap((row) => this.#placed(row))
    const rows = operation === 'add' ? await this.#stillNew(tx, placed) : placed
    const request = { entity: model.name, operation, rows: rows.map((row) => row.data), actor, onRefusal: 'collect' as const }
    const staged = operation === 'add' && this.#staged ? { staged: this.#staged } : {}
    const outcomes = await engine.write({ ...request, waive: waivedFields(model), ...staged }, tx)
    for (const [index, row] of rows.entries()) this.#note(row, outcomes[index])
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

export interface CommitResult {
  readonly add: number
  readonly change: number
  readonly same: number
  readonly totalCount: number
  readonly successCount: number
  readonly errorCount: number
  readonly errors: readonly CellProblem[]
}

interface Written {
  readonly own: Commit
  readonly beside?: Commit
}

/** What is to be written, and whether a wrong row keeps all others out. */
interface Work extends CommitRequest {
  readonly allMustBeGood: boolean
}

/** Write everything; of rows that were staged only the changes are left. */
async function written(request: Work, tx: Tx, { staged, addsAtOnce }: Way): Promise<Written> {
  const { engine, model, plan } = request
  const idOf = new Map<number, string>()
  const own = staged?.own ?? new Commit(request, { key: model.entity.tree?.parent, idOf })
  if (model.entity.tree) for (const wave of wavesOf(model, plan.own.adds)) await own.write(tx, 'add', chunksOf(wave, batch))
  else if (!staged) await own.write(tx, 'add', plan.own.addsInBatches(batch, request), addsAtOnce)
  await own.write(tx, 'edit', chunksOf(plan.own.changes, batch))
  if (!plan.beside) return { own }
  await engine.db.lock(tx, lockOf(plan.beside))
  const onProgress = (done: number) => request.onProgress(own.done + done)
  const beside = new Commit({ ...request, model: plan.beside.model, onProgress }, { key: plan.beside.by, idOf })
  await beside.write(tx, 'add', chunksOf(plan.beside.plan.adds, batch))
  await beside.write(tx, 'edit', chunksOf(plan.beside.plan.changes, batch))
  return { own, beside }
}

/** Added rows that are checked, and where they wait. */
interface Staged {
  readonly own: Commit
  readonly rows: StagedRows
}

/** How added rows are written: they are staged before, or so many batches of them are under way at once. */
interface Way {
  readonly staged?: Staged
  readonly addsAtOnce: number
}

/** One batch after the other. */
const slowly: Way = { addsAtOnce: 1 }

/** Do the work in the way that suits the added rows of the plan. If what they were checked against has changed meanwhile, it is done again slowly. */
async function inBestWay<T>(request: CommitRequest, work: (way: Way) => Promise<T>): Promise<T> {
  const { engine, model, actor, plan } = request
  const { adds } = plan.own
  const isMany = adds.length > MANY && !plan.beside
  const rows = isMany ? engine.stage(model.name, actor) : undefined
  try {
    if (!rows) return await work(isMany ? { addsAtOnce: engine.addsAtOnce(model.name) } : slowly)
    const own = new Commit(request, { key: undefined, idOf: new Map() }, rows)
    await rows.open()
    await own.stage(adds)
    return await work({ staged: { own, rows }, ...slowly })
  } catch (error) {
    if (!isOvertaken(error)) throw error
  } finally {
    await rows?.drop()
  }
  return work(slowly)
}

/** Record what the write found wrong with rows that had passed the check. */
function learn({ own, beside }: SheetPlan, result: Written): void {
  own.drop(result.own.refused)
  own.leave(result.own.unchanged)
  if (!result.beside) return
  beside?.plan.drop(result.beside.refused)
  beside?.plan.leave(result.beside.unchanged)
}

const lockOf = ({ model }: Pick<CommitRequest, 'model'>): string => `import:${model.table}`

/** Thrown to roll back everything that its transaction wrote. */
class Rehearsed extends Error {
  readonly said: Written
  constructor(said: Written) {
    super('rehearsed')
    this.said = said
  }
}

/**
 * Write what was planned and roll it back, so that a preview knows what the write says about every row. The same checks, rules and
 * locks run in the same order; no events are sent.
 */
export async function rehearseImport(request: CommitRequest): Promise<void> {
  const { engine, plan, turns } = request
  if (!plan.hasWork) return
  const work = (way: Way) =>
    engine.db
      .write(async (tx): Promise<never> => {
        throw new Rehearsed(await written({ ...request, allMustBeGood: false }, tx, way))
      }, lockOf(request))
      .catch((error: unknown) => {
        if (!(error instanceof Rehearsed)) throw error
        return error.said
      })
  learn(plan, await turns.take(() => inBestWay(request, work)))
  plan.settle()
}

/**
 * Write what was planned, in one transaction and through the one write path. 'good' leaves wrong rows out; with 'all' any wrong row,
 * even one that only the write discovers, rolls everything back.
 */
export async function commitImport(request: CommitRequest, mode: 'all' | 'good'): Promise<CommitResult> {
  const { engine, plan, turns } = request
  const allMustBeGood = mode === 'all'
  if (allMustBeGood && plan.errorTotal) throw new ImportRejected(plan.errors, plan.errorTotal)
  const refuseAny = (said: Written): void => {
    if (!allMustBeGood || !(plan.errorTotal || said.own.refused.size || said.beside?.refused.size)) return
    learn(plan, said)
    throw new ImportRejected(plan.errors, plan.errorTotal)
  }
  const work = async (way: Way) => {
    const { staged } = way
    if (staged) refuseAny(staged)
    return engine.db.write(async (tx) => {
      await request.claim?.(tx)
      if (staged) await storeStaged(staged.rows, tx)
      const said = await written({ ...request, allMustBeGood }, tx, way)
      refuseAny(said)
      return said
    }, lockOf(request))
  }
  const rejected = async (error: unknown): Promise<never> => {
    if (!(error instanceof ImportRejected)) throw error
    // It tells what is wrong in the whole file.
    await plan.own.whole()
    throw new ImportRejected(plan.errors, plan.errorTotal)
  }
  if (plan.hasWork) learn(plan, await turns.take(() => inBestWay(request, work)).catch(rejected))
  const { add, change, same, bad } = plan.counts
  return { add, change, same, totalCount: plan.total, successCount: add + change + same, errorCount: bad, errors: plan.errors }
}
